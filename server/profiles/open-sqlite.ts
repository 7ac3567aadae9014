/**
 * Opens anonymous profiles in the writer thread: if two first look-ups of one address come at the same time, the second
 * finds the profile.
 */
import type { WritingConnection } from '../db/sqlite/writer.ts';

/** `guard`: the value of `pepper_check` with which the digest may be stored. */
export type NewProfile = {
  digest: string;
  profileId: number;
  day: string;
  now: number;
  guard?: string | undefined;
};

export function openProfiles(db: WritingConnection, profiles: NewProfile[]): (number | null)[] {
  const find = db.prepare('select profile_id from digests where digest = ?');
  const addDigest = db.prepare('insert into digests (digest, profile_id) values (?, ?)');
  const addProfile = db.prepare(
    'insert into profiles (profile_id, account_id, created_at, used_day) values (?, null, ?, ?)',
  );
  const check = db.prepare("select value from settings where name = 'pepper_check'");
  return profiles.map(({ digest, profileId, day, now, guard }) => {
    const earlier = find.get(digest) as { profile_id: number } | undefined;
    if (earlier) return earlier.profile_id;
    if (guard !== undefined && check.get()?.['value'] !== guard) return null;
    addProfile.run(profileId, now, day);
    addDigest.run(digest, profileId);
    return profileId;
  });
}
