/**
 * Each form that a page shows, pressed once by one person and twice at once by another in the same situation: the rows
 * that this leaves, and the mails, are the same. Bytes that are no text, in each of its fields by a third, are a reply and
 * no fault. The forms are read from the pages, so a new form is tried by itself.
 */
import { DomUtils, parseDocument } from 'htmlparser2';
import { beforeAll, describe, expect, test } from 'vitest';
import { openRows, tablesOf, type Rows } from '../../set-up/service/rows.ts';
import { engines, type Service, startService } from '../../set-up/service/start-service.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import { ownProject, profileOf, record } from '../../set-up/service/project.ts';
import { withRole } from '../roles.ts';
import { addProject, post, signIn } from '../scene.ts';

const today = new Date().toISOString().slice(0, 10);

type Twin = { name: string; cookie: string; editor: string; projectId: number; waitingId: number };

/** A person who owns a project and awaits a review, with one of everything that their pages list. */
async function twin(service: Service, name: string): Promise<Twin> {
  const address = `${name}@twins.example`;
  const cookie = await signIn(service, address);
  const { key, projectId } = await ownProject(service, { owner: address, name: `Count of ${name}` });
  const waitingId = await addProject(service, key, `Waiting of ${name}`, { url: `https://${name}.example/` });
  await service.operate('origin', String(projectId), `https://pages-of-${name}.example`);
  const profile = await profileOf(service, key, address);
  for (const n of [1, 2, 3])
    await record(service, { key, project_id: projectId, profile_id: profile }, `twin-${n}`);
  const at = `/project/${projectId}`;
  const sent: [string, Record<string, string>][] = [
    ['/me/certificates', { from: '2020-01-01', to: today, project: '', name: 'Ada' }],
    [`${at}/follow`, {}],
    [`${at}/people/invite`, { email: `friend-of-${name}@twins.example` }],
    [`${at}/webhook`, { act: 'set', address: 'https://receiver.example/hook', form: 'f'.repeat(43) }],
    [`${at}/stats/notes`, { day: today, text: 'A broadcast' }],
    ['/widgets', { once: 'w'.repeat(43), name: 'Ours', embed: 'finder' }],
    ['/account/addresses', { email: `second-${name}@twins.example` }],
  ];
  for (const [path, fields] of sent) {
    const { status } = await post(service, path, fields, cookie);
    expect([path, status < 400]).toEqual([path, true]);
  }
  return {
    name,
    cookie,
    editor: await withRole(service, `editor-${name}@twins.example`, 'editor'),
    projectId,
    waitingId,
  };
}

type Press = { at: string; path: string; fields: [string, string][]; lengths: Map<string, number> };

/** A form's fields as a browser would send them, with something in those that are empty; one press for each button. */
function pressesIn(html: string, at: string, name: string): Press[] {
  const page = parseDocument(html);
  const all = (tag: string) => DomUtils.getElementsByTagName(tag, page);
  return all('form').flatMap((form) => {
    const { method = 'get', action = at } = form.attribs;
    if (method.toLowerCase() !== 'post') return [];
    const within = [...all('input'), ...all('select'), ...all('textarea'), ...all('button')].filter(
      (field) =>
        field.attribs['form'] === (form.attribs['id'] ?? ' ') ||
        DomUtils.getElementsByTagName(field.name, form).includes(field),
    );
    const fields = within.flatMap((field): [string, string][] => {
      const { name: key, type = 'text', value } = field.attribs;
      if (key === undefined || field.name === 'button' || type === 'file') return [];
      if (field.name === 'textarea') return [[key, DomUtils.textContent(field) || 'Words']];
      if (field.name === 'select') {
        const options = DomUtils.getElementsByTagName('option', field);
        const option = options.find(({ attribs }) => 'selected' in attribs) ?? options[0];
        return option ? [[key, option.attribs['value'] ?? DomUtils.textContent(option)]] : [];
      }
      if (type === 'radio' || type === 'checkbox')
        return 'checked' in field.attribs || 'required' in field.attribs ? [[key, value ?? 'on']] : [];
      if (type === 'hidden' || value) return [[key, value ?? '']];
      const made: Record<string, string> = {
        email: `other-${name}@twins.example`,
        date: today,
        url: 'https://a.example/',
      };
      return [[key, made[type] ?? 'Words']];
    });
    const lengths = new Map(
      within.flatMap(({ attribs }) =>
        attribs['maxlength'] === undefined ? [] : [[attribs['name'] ?? '', Number(attribs['maxlength'])]],
      ),
    );
    const buttons = within.filter((field) => field.name === 'button' && field.attribs['type'] !== 'button');
    const presses = buttons.length > 0 ? buttons : [form];
    return presses.map(({ name: tag, attribs: button }) => ({
      at,
      path: (tag === 'button' && button['formaction']) || action,
      lengths,
      fields:
        tag === 'button' && button['name'] !== undefined
          ? [...fields, [button['name'], button['value'] ?? ''] as [string, string]]
          : fields,
    }));
  });
}

type Shown = [who: 'cookie' | 'editor', path: string];
const ofPerson = '/ /me /account /me/certificates /me/volunteer /api/key /api/key/client /widgets'.split(' ');
const tabs = '/tools /stats /volunteers /mailings /webhook /people /origin /edit /history'.split(' ');

/** The pages of a person and of their projects, and of an editor about both. The last one ends the account. */
const pagesOf = ({ projectId, waitingId }: Twin): Shown[] => [
  ...ofPerson.map((path): Shown => ['cookie', path]),
  ...['', ...tabs].map((tab): Shown => ['cookie', `/project/${projectId}${tab}`]),
  ...['', '/edit'].map((tab): Shown => ['cookie', `/project/${waitingId}${tab}`]),
  ['editor', `/review/${waitingId}`],
  ['editor', `/review/${projectId}`],
  ['cookie', '/account/delete'],
];

/** The hourly purge and the daily digest note when they ran. */
const notedByTheClock = " where name not in ('last-purge', 'review-digest')";

/** Counts what presses leave: the rows of each table, and the mails. */
async function held(service: Service, rows: Rows, tables: string[]): Promise<Record<string, number>> {
  const counted = tables.map(
    (table) =>
      `select '${table}' as name, count(*) as n from ${table}${table === 'settings' ? notedByTheClock : ''}`,
  );
  const all = await rows.all<{ name: string; n: number }>(counted.join(' union all '));
  const mails = (await service.mails()).length;
  return { ...Object.fromEntries(all.map(({ name, n }) => [name, Number(n)])), mails };
}
const difference = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after).flatMap(([name, n]) =>
      n === before[name] ? [] : [[name, n - (before[name] ?? 0)]],
    ),
  );

/** Each press asks for a mail, which may have been lost on its way: a second one brings another. */
const mailsAgain = ['/account/addresses'];

/** The tables of the background, and of what is only seen. */
const aside = /^(limits|leases|tallies|projects_fts)/;

describe.each(engines)('forms on %s', (engine) => {
  let service: Service;
  let one: Twin;
  let other: Twin;
  let third: Twin;
  let fourth: Twin;
  beforeAll(async () => {
    service = await startService(engine, unlimited);
    [one, other, third, fourth] = [
      await twin(service, 'ann'),
      await twin(service, 'bob'),
      await twin(service, 'cleo'),
      await twin(service, 'dora'),
    ];
  });

  const open = async (person: Twin, who: Shown[0], path: string) =>
    pressesIn(
      await (await service.get(path, { headers: { cookie: person[who] }, redirect: 'follow' })).text(),
      path,
      person.name,
    ).filter((form) => !/^\/(sign-out|language|sign-in)/.test(form.path));
  const press = (path: string, body: string, cookie: string) =>
    service.get(path, {
      method: 'POST',
      body,
      headers: { cookie, origin: service.baseUrl, 'content-type': 'application/x-www-form-urlencoded' },
    });
  const bodyOf = ({ fields }: Press) => new URLSearchParams(fields).toString();

  test('half a surrogate pair, a NUL and a cut byte are no fault in any field', async () => {
    const wrong: unknown[] = [];
    let tried = 0;
    for (const [who, path] of pagesOf(third))
      for (const form of await open(third, who, path))
        for (const [at, [field]] of form.fields.entries()) {
          const others = bodyOf({ ...form, fields: form.fields.filter((_, n) => n !== at) });
          const bytes = ['%ED%A0%BD', 'a%00b', 'a%C3'][tried++ % 3];
          const { status } = await press(form.path, `${others}&${field}=${bytes}`, third[who]);
          if (status >= 500) wrong.push([path, form.path, field, bytes, status]);
        }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(500);
  });

  test('a text that is longer than its field allows is refused', async () => {
    const wrong: unknown[] = [];
    const tried = new Set<string>();
    for (const [who, path] of pagesOf(fourth))
      for (const form of await open(fourth, who, path))
        for (const [field, length] of form.lengths) {
          tried.add(`${form.path} ${field}`);
          const fields = form.fields.map(([name, value]): [string, string] => [
            name,
            name === field ? 'x'.repeat(length + 1) : value,
          ]);
          const { status } = await press(form.path, bodyOf({ ...form, fields }), fourth[who]);
          if (status !== 400) wrong.push([path, form.path, field, length, status]);
        }
    expect(wrong).toEqual([]);
    expect(tried.size).toBeGreaterThan(12);
  });

  test('each is the same pressed once, and twice at once', async () => {
    await using rows = openRows(service);
    const tables = (await tablesOf(service, rows)).filter((table) => !aside.test(table));
    let pressed = 0;
    const wrong: unknown[] = [];
    const theirs = pagesOf(other);
    for (const [n, [who, path]] of pagesOf(one).entries()) {
      const [mine, its] = [await open(one, who, path), await open(other, who, theirs[n]?.[1] ?? '')];
      for (const [at, form] of mine.entries()) {
        const twins = its[at];
        const start = await held(service, rows, tables);
        const once = await press(form.path, bodyOf(form), one[who]);
        const between = await held(service, rows, tables);
        if (!twins || mailsAgain.includes(form.path)) continue;
        const twice = await Promise.all([1, 2].map(() => press(twins.path, bodyOf(twins), other[who])));
        const end = await held(service, rows, tables);
        pressed++;
        const statuses = twice.map(({ status }) => status);
        const [expected, actual] = [difference(start, between), difference(between, end)];
        if (
          !statuses.includes(once.status) ||
          Math.max(...statuses) >= 500 ||
          JSON.stringify(expected) !== JSON.stringify(actual)
        )
          wrong.push({
            page: path,
            form: form.path,
            fields: form.fields,
            once: once.status,
            twice: statuses,
            expected,
            actual,
          });
      }
    }
    expect(wrong).toEqual([]);
    expect(pressed).toBeGreaterThan(100);
  });
});
