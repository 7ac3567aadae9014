/** Every naughty string in every text field: stored byte for byte, or refused with a true reason. */
import { beforeAll, describe, expect, test } from 'vitest';
import { projectFields } from '../../../../src/contract/api/project.ts';
import {
  naughtyEntries,
  naughtyStrings,
  shapedFields,
  takenOf,
  textFields,
  type TextField,
} from '../../../set-up/hostile/naughty-strings.ts';
import { engines, type Service } from '../../../set-up/service/start-service.ts';
import {
  fieldsOf,
  importEntries,
  newKey,
  profileId,
  projects,
  refusalBody,
  rows,
  shareScene,
  success,
} from '../../scene.ts';
import { holdsLink } from '../../../../src/contract/fields/foreign-link.ts';

const { birds } = projects;
const required = { description: 'Plain.', url: 'https://naughty.example/', contact_email: 'a@example.org' };
const plain = { name: 'Plain', origin: 'Plain', ...required };
type Said = Record<string, string>;

/** Several at a time, like a few clients. */
const withEach = async <Item>(items: readonly Item[], act: (item: Item, n: number) => Promise<unknown>) => {
  const waiting = items.entries();
  const client = async () => {
    for (const [n, item] of waiting) await act(item, n);
  };
  await Promise.all(Array.from({ length: 8 }, client));
};

/** Whether the message about a refused text is true. */
const isTrue = (field: string, text: string, message: string): boolean => {
  if (message === 'must be a name without a link') return field === 'name' && holdsLink(text);
  const max = Number(/^must be at most (\d+) characters$/.exec(message)?.[1]);
  return Number.isNaN(max)
    ? text.trim() === '' && /^(is required|must not be empty)$/.test(message)
    : max === textFields[field as TextField] && [...text].length > max;
};

const trimmed = (said: Said): Said =>
  Object.fromEntries(
    Object.entries(said).flatMap(([field, text]) => (field in textFields ? [[field, text.trim()]] : [])),
  );

/** A refusal never repeats the input, unless it consists of ordinary words. */
const mustNotEcho = (text: string, body: string) => {
  if (/[<>"'`;{}]/.test(text) && text.length > 3)
    expect(body).not.toContain(JSON.stringify(text).slice(1, -1));
};

test('the list is complete, and no field of a project is forgotten', () => {
  expect(naughtyStrings).toHaveLength(485);
  expect([...Object.keys(textFields), ...shapedFields, 'tags', 'languages', 'translations'].sort()).toEqual(
    Object.keys(projectFields).sort(),
  );
});

describe.each(engines)('the big list of naughty strings on %s', (engine) => {
  let service: Service;
  let key: string;
  let owner: string;
  let profile: number;

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    key = await newKey(service, 'naughty@example.org');
    profile = await profileId(service, owner, 'participant@example.org');
  });

  const detailOf = async (id: number) =>
    success('GET /api/project/:project_id', await service.get(`/api/project/${id}?key=${key}`));

  /**
   * Sends the fields of a project, with plain values instead of refused ones in a second try; returns the accepted
   * fields.
   */
  const send = async (entry: Said, more: Said, isForm: boolean) => {
    const post = (fields: Said) =>
      isForm
        ? service.postForm('/api/project/add', { key, ...more, ...fields })
        : service.postJson('/api/project/add', { key, ...more, ...fields });
    let said = entry;
    let reply = await post(said);
    if (reply.status === 400) {
      const { errors = [] } = refusalBody(await reply.json(), 'invalid');
      for (const { field, message } of errors)
        expect({ field, message, isTrue: isTrue(field, entry[field] ?? '', message) }).toMatchObject({
          isTrue: true,
        });
      const instead = errors.map(({ field }) => [field, plain[field as keyof typeof plain] ?? '']);
      said = { ...said, ...(Object.fromEntries(instead) as Said) };
      reply = await post(said);
    }
    const { project_id: id } = await success('POST /api/project/add', reply);
    // An empty text counts as absent.
    const given = Object.entries(said).filter(([, text]) => text.trim() !== '');
    return { id, taken: trimmed(Object.fromEntries(given)) };
  };

  test('imported and published: every list returns them byte for byte', async () => {
    const entries = naughtyEntries
      .map((entry, n) => ({ ...plain, url: `https://naughty.example/${n}`, ...takenOf(entry) }))
      .filter(({ name }, n) => name === naughtyStrings[n]);
    const { json } = await importEntries(service, 'curator@example.org', entries, '--publish');
    expect(json).toMatchObject({ added: entries.length, refused: [] });
    const look = async (format: string) =>
      (await service.get(`/finder?${new URLSearchParams({ key, q: '', format })}`)).json();
    const { results } = (await look('json')) as { results: Said[] };
    const said = results.map(({ title, description, origin }) => ({ name: title, description, origin }));
    for (const entry of entries) {
      const { name, description, origin } = trimmed(entry);
      expect(said).toContainEqual({ name, description, origin });
    }
    const ppsr = (await look('ppsr')) as { results: Said[] };
    expect(ppsr.results.map(({ projectName }) => projectName)).toEqual(results.map(({ title }) => title));
  });

  test('in every text field of a project, added or updated, by JSON or by form', async () => {
    const wanted = new Map<number, Said>();
    await withEach(naughtyEntries, async (entry, n) => {
      const before = n % 2 === 0 ? undefined : await send(plain, {}, false);
      const more: Said = before ? { service_id: String(before.id) } : required;
      const { id, taken } = await send(entry, more, n % 4 > 1);
      const kept = { ...before?.taken, ...taken };
      wanted.set(id, kept);
      const { title, description, origin } = await detailOf(id);
      expect(kept).toMatchObject({ name: title, description, origin });
    });
    expect(wanted.size).toBe(naughtyEntries.length);

    const stored = await rows<{ project_id: number; fields: string }>(
      service,
      'select project_id, fields from projects',
    );
    for (const { project_id: id, fields } of stored)
      if (wanted.has(id)) expect(trimmed(JSON.parse(fields) as Said)).toEqual(wanted.get(id));
  });

  test.each([
    ['tags', 100, 200],
    ['languages', 20, 100],
  ] as const)('as %s: stored, without repetitions and without empty ones', async (field, max, longest) => {
    for (let from = 0; from < naughtyStrings.length; from += max) {
      const list = naughtyStrings.slice(from, from + max);
      const reply = await service.postJson('/api/project/add', { key, ...plain, [field]: list });
      if (list.some((entry) => [...entry].length > longest)) {
        const { errors } = refusalBody(await reply.json(), 'invalid');
        expect(errors).toEqual([{ field, message: `must have entries of at most ${longest} characters` }]);
        continue;
      }
      const { project_id: id } = await success('POST /api/project/add', reply);
      const [row] = await rows<{ fields: string }>(
        service,
        `select fields from projects where project_id = ${id}`,
      );
      const kept = (JSON.parse(row?.fields ?? '{}') as Record<string, string[]>)[field];
      expect(kept).toEqual([...new Set(list.map((entry) => entry.trim()).filter((entry) => entry !== ''))]);
    }
  });

  const somethingSaid = naughtyStrings.filter((text) => text.trim() !== '');

  test('in every field without free text: refused by name, and not repeated', async () => {
    await withEach(somethingSaid, async (text) => {
      const said = sayingIn(shapedFields, text);
      const reply = await service.postJson('/api/project/add', { key, ...plain, ...said });
      const body = await reply.text();
      expect({ text, status: reply.status }).toEqual({ text, status: 400 });
      const refused = fieldsOf(refusalBody(JSON.parse(body), 'invalid'));
      // Few strings are a boolean, an address or an empty list: the messages about the others are complete.
      const meant = shapedFields.filter((field) => !refused.includes(field));
      expect({ text, meant: meant.filter((field) => !mayMean(field, text)) }).toEqual({ text, meant: [] });
      expect(refused.filter((field) => !shapedFields.includes(field))).toEqual([]);
      mustNotEcho(text, body);
    });
  });

  test('in an event: extra and the idempotency key unchanged, the rest refused by name or valid', async () => {
    const about = { key: owner, project_id: birds.id, profile_id: profile, type: 'collection' };
    const record = (said: object) => service.postJson('/api/record_event', { ...about, ...said });
    const numbers = ['profile_id', 'project_id', 'duration', 'magnitude'];
    const extras = new Map<number, string>();
    const durations = new Map<number, number>();
    await withEach([...new Set(somethingSaid)], async (text, n) => {
      const isKey = [...text].length <= 128;
      const said: Said = { extra: text, ...(isKey && { idempotency_key: text }) };
      const form = { ...about, project_id: String(birds.id), profile_id: String(profile), ...said };
      const sent = n % 2 === 0 ? record(said) : service.postForm('/api/record_event', form);
      const { event_id: id } = await success('POST /api/record_event', await sent);
      extras.set(id, text);
      if (isKey) {
        const again = await success('POST /api/record_event', await record(said));
        expect(again).toMatchObject({ event_id: id, duplicate: true });
      }

      const words = ['type', 'when', 'where', ...(isKey ? [] : ['idempotency_key'])];
      const all = await record(sayingIn([...words, ...numbers], text));
      const body = await all.text();
      const refused = fieldsOf(refusalBody(JSON.parse(body), 'invalid'));
      mustNotEcho(text, body);
      if (!Number.isFinite(Number(text))) return expect(refused).toEqual([...words, ...numbers].sort());
      expect(refused).toEqual(expect.arrayContaining(words));
      const reply = await record({ duration: text });
      if (reply.status === 200)
        durations.set((await success('POST /api/record_event', reply)).event_id, Number(text));
      else expect(fieldsOf(refusalBody(await reply.json(), 'invalid'))).toEqual(['duration']);
    });
    const kept = await rows<{ event_id: number; extra: string | null; duration: number | null }>(
      service,
      `select event_id, extra, duration from events where project_id = ${birds.id}`,
    );
    for (const { event_id: id, extra, duration } of kept)
      expect({ extra, duration }).toEqual({
        extra: extras.get(id) ?? null,
        duration: durations.get(id) ?? null,
      });
    expect(kept.filter(({ extra }) => extra !== null)).toHaveLength(extras.size);
    expect(durations.size).toBeGreaterThan(10);
  });

  test('as an address or a digest to look up: refused by name', async () => {
    await withEach(naughtyStrings, async (text) => {
      const query = new URLSearchParams({ key: owner, ...sayingIn(['identifier', 'hashed'], text) });
      const reply = await service.get(`/api/profile/id?${query}`);
      expect({ text, status: reply.status }).toEqual({ text, status: 400 });
      const refused = refusalBody(await reply.json(), 'invalid');
      if (text.trim() !== '') expect(fieldsOf(refused)).toEqual(['hashed', 'identifier']);
    });
  });

  test('as a search, as a phrase and as every filter: answered, or refused by name', async () => {
    const shaped = ['topic', 'activity', 'UN', 'lat', 'lng', 'limit', 'jsonp'];
    await withEach(somethingSaid, async (text) => {
      for (const fields of [['q'], ['phrase'], ['url'], ['cursor'], shaped]) {
        const said = { ...(fields[0] !== 'phrase' && { q: 'bird' }), limit: '3', ...sayingIn(fields, text) };
        const reply = await service.get(`/finder?${new URLSearchParams({ format: 'json', key, ...said })}`);
        const body = await reply.text();
        const read = JSON.parse(body.replace(/^\/\*\*\/ [\w$.]+\((.*)\);$/s, '$1')) as {
          result: string;
          total: number;
        };
        const isFound = read.result === 'success';
        // Imported above: its words are next to each other in some project.
        if (isFound && fields[0] === 'phrase')
          expect({ text, total: read.total }).not.toEqual({ text, total: 0 });
        if (!isFound) mustNotEcho(text, body);
        const refused = isFound ? [] : fieldsOf(refusalBody(read, 'invalid'));
        // Any text may be searched for, and a host needs no dot.
        const meant = fields.filter((field) => !/^(q|url)$/.test(field) && !refused.includes(field));
        expect({ text, meant: meant.filter((field) => !mayMean(field, text)) }).toEqual({ text, meant: [] });
        expect(refused.filter((field) => field === 'q' || !fields.includes(field))).toEqual([]);
      }
    });
  });
});

const sayingIn = (fields: string[], text: string): Said =>
  Object.fromEntries(fields.map((field) => [field, text]));

/** The strings that could be valid in a field without free text. */
const mayMean = (field: string, text: string) =>
  // A search folds `⒯` to `(t)`.
  (meanings[field] ?? webAddress).test(field === 'phrase' ? text.normalize('NFKD') : text.trim());

/** Also without a scheme, if it starts with a host. */
const webAddress = /^https?:\/\/[^\s/]|^(\/\/)?[\w-]+(\.[\w-]+)*\.[a-z]+([/?#]|$)/i;

const flag = /^(true|false|yes|no|1|0)$/i;
const noNames = /^[\s,]*$/;
const region = /^(\d{1,3}|[\s,]*)$/;
const number = /^[-+]?[\d.]+(e[-+]?\d+)?$/i;
const name = /^[\w$.]{1,64}$/;
const handle = /^@?[\p{L}\p{M}\p{N}_.@-]+$|^https?:\/\/[^\s/]/u;
const aWord = /[\p{L}\p{N}]/u;

const meanings: Record<string, RegExp> = {
  preregistration: flag,
  outdoors: flag,
  indoors: flag,
  audience: noNames,
  topics: noNames,
  activities: noNames,
  UN_regions: region,
  UN: region,
  lat: number,
  lng: number,
  limit: number,
  jsonp: name,
  phrase: aWord,
  twitter_name: handle,
};
