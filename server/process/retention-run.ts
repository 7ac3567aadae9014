/** One run of the retention rule over all features, every six hours and by the operator's command. */
import { expire } from '../accounts/deletion/expiry.ts';
import type { Features } from '../app/features.ts';
import { eachInTurn } from '../db/each.ts';
import { purge } from '../events/retention.ts';
import { forgetCounts } from '../limits/shared-rates.ts';
import { notePurge } from '../operating/status.ts';
import { receiverHealth } from '../webhooks/health.ts';

/** Milliseconds after the start of the process, and between runs. */
export const firstRunAfter = 60_000;
export const runsEvery = 6 * 3_600_000;

/** Milliseconds after the end of a group, in which its leaders can read its figures. */
const groupsKeptFor = 366 * 86_400_000;

export async function applyRetention(features: Features, now: number) {
  const { store, settings } = features;
  const { acts } = features.events;
  await acts.finish();
  const [purged, unconfirmed, ended] = await Promise.all([
    purge(store, acts, settings.ANONYMOUS_RETENTION_DAYS, now),
    expire(store.db, { deleteContributions: acts.deleteOf, forgetMails: features.mails.removeTo }, now),
    features.deletion.due(now),
    forgetCounts(store.db, now),
    features.images.sweep(now),
    features.oauth.artifacts.sweep(now),
    features.oauth.artifacts.sweepRequests(now),
    features.oauth.signingKeys.rotate(now),
    features.startNotices.sweep(now),
    features.drafts.sweep(now),
    features.certificates.sweep(now),
    features.widgets.saved.sweep(now),
    features.signedLinks.sweep(now),
    features.signs.sweep(now),
    features.widgets.unsaved.sweep(now),
    features.mails.sweep(now),
    features.managing.sweep(now),
    features.deliveries.sweep(now),
    receiverHealth(store.db).sweep(),
    features.refused.sweep(now),
    features.volunteers.choices.sweep(now),
    features.volunteers.mailings.sweep(now),
  ]);
  await acts.finish();
  try {
    await eachInTurn(await features.groups.over(now - groupsKeptFor), async (group) => {
      await features.deletion.now(group.account_id, false, now);
      await features.groups.forget(group.group_id);
    });
    await features.programming.count(now);
  } finally {
    await notePurge(store.db, now);
    // SQLite's log still has the pages as they were before.
    await store.scrub();
  }
  return { ...purged, unconfirmed, ended };
}

/** When this process, which was started at `started`, runs it next. */
export function nextRun(started: number, now: number): number {
  const first = started + firstRunAfter;
  return now < first ? first : started + Math.ceil((now - started) / runsEvery) * runsEvery;
}
