/** Each operator command that takes something away says how much it took, and how to get it back. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../scripts/built.ts';
import { runCommand } from '../../set-up/service/commands.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { addProject, newKey, profileId, projectEntry, projects, shareScene } from '../scene.ts';

const { birds } = projects;
const id = String(birds.id);
const program = join(root, 'dist/server/operator.js');

/** One after another: how much each took, and the way back. Words in capitals are made before. */
const acts: [words: string[], ...says: RegExp[]][] = [
  [
    ['remove-manager', id, 'owner@example.org'],
    /Nobody manages it now/,
    /`manager 11 <email>` gives the right back/,
  ],
  [['manager', id, 'owner@example.org'], /manages project 11/],
  [
    ['origins', id, '--remove', birds.origin],
    /0 permissions that its pages hold rest/,
    /`origin 11 https:.* brings/,
  ],
  [
    ['hide', id],
    /contributions of 1 participants stay theirs; 0 permissions/,
    /`show 11` brings all of it back/,
  ],
  [['show', id], /is not hidden/],
  [['unpublish', id], /contributions of 1 participants stay theirs/, /`publish 11` brings all of it back/],
  [['reject', id, '--why', 'Unclear'], /turned down/, /`publish 11` publishes it after all/],
  [['publish', id], /is published/],
  [['correct', id, 'goal', 'Better'], /Before: null/, /`correct 11 goal <value>` brings a value back/],
  [['trust', id, '--no'], /Updates of project 11 await review/, /`trust 11` publishes them at once again/],
  [['approve', 'TESTED'], /Test events deleted for good: 1/],
  [['rotate-key', 'KEY'], /ends on 20/, /mh_/],
  [
    ['revoke-key', 'KEY'],
    /last used .*0 projects were added with it/,
    /`key` makes another one.*`rotate-key/,
  ],
  [['role', 'editor@example.org', 'none'], /decided stays/, /`role <email> editor` brings that back/],
  [
    ['oauth-client', 'rotate', 'CLIENT'],
    /authorized stays/,
    /cannot be brought back: give the site this one/,
  ],
  [
    ['oauth-client', 'disable', 'CLIENT'],
    /0 people had authorized it/,
    /`oauth-client add` registers the site again/,
  ],
  [
    ['import', 'FILE', '--owner', 'owner@example.org', '--publish'],
    /Test events deleted for good: 1/,
    /1 updated/,
  ],
  [
    ['purge'],
    /0 events, 0 profiles, 0 unconfirmed accounts, and 0 accounts whose people asked for it/,
    /Only a backup still has them/,
  ],
];

const harmless = [
  ...['key', 'keys', 'reviews', 'review', 'preview-image', 'origin'],
  // `distribute` needs workers of Citus, and moves every row: test/scale.
  'distribute',
  // `pepper --end` needs a change before it: pepper.long.test.ts.
  'pepper',
  ...['allow-hashed', 'sign-in-link', 'backup', 'copy-to', 'status', 'mails', 'test-mail', 'help'],
  // It writes no file that is there.
  'words',
];

describe.each(engines)('commands that take something away, on %s', (engine) => {
  let service: Service;
  const given: Record<string, string> = {};

  const typed = async (...words: string[]) => {
    const { PATH = '', HOME = '' } = process.env;
    const args = words.map((word) => given[word] ?? word);
    const { code, stdout, stderr } = await runCommand({
      program,
      args,
      env: { PATH, HOME, ...service.settings },
    });
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    return `${stdout} ${stderr}`.replace(/\s+/g, ' ');
  };

  beforeAll(async () => {
    let owner: string;
    ({ service, owner } = await shareScene(engine));
    const record = (project: number, profile: number) =>
      service.postJson('/api/record_event', {
        key: owner,
        profile_id: profile,
        project_id: project,
        type: 'collection',
      });
    const profile = await profileId(service, owner, 'counted@example.org');
    await record(birds.id, profile);
    for (const name of ['TESTED', 'IMPORTED']) {
      given[name] = String(await addProject(service, owner, name));
      await record(Number(given[name]), profile);
    }
    given['FILE'] = join(service.dataDir, 'imported.json');
    await writeFile(given['FILE'], JSON.stringify([projectEntry('IMPORTED', 'https://review.example/')]));
    await newKey(service, 'keys@example.org');
    const { json } = await service.operator<{ keys: { key_id: number }[] }>('keys', 'keys@example.org');
    given['KEY'] = String(json.keys[0]?.key_id);
    await typed('role', 'editor@example.org', 'editor');
    const client = await service.operator<{ client_id: string }>(
      ...['oauth-client', 'add', '--name', 'River', '--owner', 'owner@example.org'],
      ...['--redirect', 'https://river.example/back'],
    );
    given['CLIENT'] = client.json.client_id;
  });

  test.each(acts)('%j', async (words, ...says) => {
    const said = await typed(...words);
    for (const pattern of says) expect(said).toMatch(pattern);
  });

  test('every command is known to take something or not', async () => {
    const help = await service.operator('help');
    const commands = [...help.stdout.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name = '']) => name);
    expect(commands.length).toBeGreaterThan(20);
    const known = new Set([...harmless, ...acts.map(([[name = '']]) => name)]);
    expect(commands.filter((name) => !known.has(name))).toEqual([]);
  });
});
