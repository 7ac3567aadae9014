/** A person opts out: nothing that the project's managers or others get tells of it, neither at once nor a day later. */
import { describe, expect, test } from 'vitest';
import { figureNames } from '../../../src/contract/pages/stats-figures.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { joinFrom, post, profileId, projects, rows, signIn, startScene, success } from '../scene.ts';
import { agedBy } from '../volunteers/volunteering.ts';

const { frogs } = projects;
const page = `/project/${frogs.id}-frog-watch`;
const people = Array.from({ length: 12 }, (_, index) => `p${index}@volunteers.example`);
const leaver = people[5] ?? '';

/** The list of volunteers is of people who agreed to be seen: it is the one place where somebody leaves. */
const lists = ['/volunteers', '/volunteers.csv'];
const places = [
  ...['', '/tools', '/stats', '/stats/summary', '/mailings', '/people', '/history', '/edit', '/export'],
  ...['/links', '/webhook', '/ppsr.json', ...lists],
  ...figureNames.flatMap((name) => [`/stats/${name}.json`, `/stats/${name}.csv`]),
].map((path) => page + path);

/** The words of a page, or a file as it is; signed links and the time of an export differ with each look. */
const plain = (text: string): string[] =>
  text
    .replaceAll(/<(script|style)[^]*?<\/\1>|<svg class="qr[^]*?<\/svg>|<[^<>]*>/g, '\n')
    .replaceAll(/form=[\w.-]+/g, '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
    .split('\n')
    .map((line) => line.trim());

const seenBy = async (service: Service, cookie: string): Promise<Record<string, readonly string[]>> =>
  Object.fromEntries(
    await Promise.all(
      [...places, '/feed.atom', '/finder?format=json&q=frog'].map(async (path) => {
        const reply = await service.get(path, { headers: { cookie } });
        return [path, [String(reply.status), ...plain(await reply.text())]] as const;
      }),
    ),
  );

const numbersIn = (text = '') => [...text.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => Number(number));

describe.each(engines)('an opt-out on %s', (engine) => {
  test('shows in no page, list, export or figure', async () => {
    const { service, owner: key } = await startScene(engine, { ...unlimited, OPEN_FINDER: 'true' });
    const owner = await signIn(service, 'owner@example.org');
    // Figures are about whole days that have passed.
    const when = new Date(Date.now() - 3 * 86_400_000).toISOString();
    for (const address of people) {
      await joinFrom(service, frogs, address);
      const profile_id = await profileId(service, key, address);
      const said = { key, project_id: frogs.id, profile_id, type: 'collection', duration: 1800, when };
      await success('POST /api/record_event', await service.postJson('/api/record_event', said));
    }
    /** The figures that move once a day are made from what is so now. */
    const nextDay = async () => {
      await agedBy(service, 1);
      await rows(service, "update people_figures set day = '2000-01-01'");
      await seenBy(service, owner);
    };
    await nextDay();
    const before = await seenBy(service, owner);
    for (const path of places) expect([path, before[path]?.[0]]).toEqual([path, '200']);
    expect(before[`${page}/stats/participants.json`]?.join()).toMatch(/"total":1[05]/);
    const [{ pseudonym = 'none' } = {}] = await rows<{ pseudonym: string }>(
      service,
      `select v.pseudonym from volunteers v join addresses a on a.profile_id = v.profile_id
        where a.address = '${leaver}'`,
    );
    for (const path of lists) expect(before[page + path]?.join()).toContain(pseudonym);

    const cookie = await signIn(service, leaver);
    // Also takes back what was credited before.
    for (const act of ['opt-out', 'remove']) {
      const done = await post(service, `/me/${act}`, { project_id: String(frogs.id) }, cookie);
      expect([act, done.status]).toEqual([act, 303]);
    }
    const after = await seenBy(service, owner);
    const isList = (path: string) => lists.includes(path.slice(page.length));
    for (const path of Object.keys(before).filter((one) => !isList(one)))
      expect([path, after[path]]).toEqual([path, before[path]]);
    for (const path of lists) {
      expect(after[page + path]?.join()).not.toContain(pseudonym);
    }

    // A day later, figures are computed again: none is one less, or one more.
    await rows(service, "update people_figures set day = '2000-01-01'");
    const later = await seenBy(service, owner);
    expect(later[`${page}/stats/participants.json`]?.join()).toMatch(/"total":1[05]/);
    for (const path of Object.keys(before).filter((one) => !isList(one))) {
      const [then, now] = [numbersIn(before[path]?.join(' ')), numbersIn(later[path]?.join(' '))];
      // Another group is rounded by another secret: a chart may have other steps, and so other numbers.
      if (now.length !== then.length) continue;
      expect([path, now.filter((number, at) => Math.abs(number - (then[at] ?? 0)) === 1)]).toEqual([
        path,
        [],
      ]);
    }
  });
});
