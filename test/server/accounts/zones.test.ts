/** A person's days are those of their time zone: calendar, months, milestones, certificates and badges. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { offsetsOf, startOfDay, zoneOf } from '../../../server/text/zone.ts';
import { openRows, type Rows } from '../../set-up/service/rows.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { post, profileId, projects, signIn, shareScene } from '../scene.ts';

const day = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of a moment, as the browser would say it. Making a format takes longer than using it. */
const dayIn = (zone: string, moment: number) => {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  formats.set(zone, format);
  return format.format(moment);
};

const zones = [
  ...['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Auckland', 'Pacific/Chatham', 'Asia/Kolkata'],
  ...[
    'America/Los_Angeles',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Australia/Lord_Howe',
    'Africa/Cairo',
  ],
];

test.each(zones)('the offsets of %s are those of its clocks', (zone) => {
  const [from, to] = [Date.UTC(2015, 5, 1), Date.UTC(2027, 5, 1)];
  const offsets = offsetsOf(zone, from, to);
  for (let moment = from; moment < to; moment += 7.3 * 3_600_000) {
    const { ahead = 0 } = offsets.findLast(({ since }) => since <= moment) ?? {};
    const text = new Date(Math.floor(moment) + ahead).toISOString().slice(0, 10);
    expect([moment, text]).toEqual([moment, dayIn(zone, Math.floor(moment))]);
  }
});

test.each(zones)('however early a period of %s begins, its clocks are read from 1970 on', (zone) => {
  const now = Date.UTC(2026, 5, 1);
  for (const day of ['1000-01-01', '1883-11-18', '1969-12-31'])
    expect(offsetsOf(zone, startOfDay(zone, day), now)).toEqual(offsetsOf(zone, 0, now));
  expect(offsetsOf(zone, startOfDay(zone, '1000-01-01'), startOfDay(zone, '1000-01-02'))).toHaveLength(1);
});

test('a day without a midnight begins at its first moment', () => {
  // In Cairo, the clocks went from 0:00 to 1:00 on this day.
  expect(new Date(startOfDay('Africa/Cairo', '2026-04-24')).toISOString()).toBe('2026-04-23T22:00:00.000Z');
});

test.each([
  ['europe/berlin', 'Europe/Berlin'],
  ['UTC', 'UTC'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
  ['Europe/Nowhere', undefined],
  ['+05:30', undefined],
  ["Europe/Berlin'; drop table accounts", undefined],
  ['', undefined],
  [7, undefined],
  ['a'.repeat(60), undefined],
])('the zone of %j is %j', (given, zone) => expect(zoneOf(given)).toBe(zone));

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let rows: Rows;
  let owner: string;
  let people = 0;

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    rows = openRows(service);
  });
  afterAll(() => rows[Symbol.asyncDispose]());

  /** A member with contributions of half an hour at these moments, and the zone that they chose. */
  const member = async (zone: string, moments: number[]) => {
    const address = `zone-${++people}@example.org`;
    const cookie = await signIn(service, address);
    const profile_id = await profileId(service, owner, address);
    for (const moment of moments) {
      const when = new Date(moment).toISOString();
      const said = { key: owner, profile_id, project_id: projects.birds.id, type: 'collection', when };
      expect((await service.postJson('/api/record_event', { ...said, duration: 1800 })).status).toBe(200);
    }
    expect((await post(service, '/account/zone', { zone }, cookie)).status).toBe(303);
    const page = async (path = '/me') => (await service.get(path, { headers: { cookie } })).text();
    return { cookie, profile_id, page };
  };

  /** The calendar in words: `['2026-11', { 26: 2 }]` of the last three months. */
  const calendarIn = (html: string) =>
    [...html.matchAll(/aria-label="(\w+ \d{4}): [^"]*?(?:contributions?\. )([^"]*)"/g)].flatMap(
      ([, month, days = '']) =>
        days.split(', ').map((text) => {
          const [date, events] = text.split(': ');
          return [`${date} ${month}`, Number(events)];
        }),
    );

  test.each(zones)('calendar, list and certificate have the days of %s', async (zone) => {
    const now = Date.now();
    // Every seven hours of the last ten days, and on both sides of midnight there. Their half hours share no time.
    const midnight = startOfDay(zone, dayIn(zone, now - 3 * day));
    const moments = Array.from({ length: 34 }, (_, n) => now - Math.round(n * 7.1 * 3_600_000)).filter(
      (moment) => Math.abs(moment - midnight) > 2_000_000,
    );
    moments.push(midnight - 1000, midnight);
    const { cookie, page } = await member(zone, moments);
    const wanted = Map.groupBy(
      moments.toSorted((one, other) => one - other),
      (moment) =>
        new Intl.DateTimeFormat('en-GB', {
          timeZone: zone,
          day: 'numeric',
          month: 'short',
          year: 'numeric',
        }).format(moment),
    );
    const me = await page();
    expect(calendarIn(me)).toEqual([...wanted].map(([date, all]) => [date, all.length]));
    expect(me).toContain(`Days in the time zone <bdi translate="no">${zone}</bdi>.`);
    const tenth = moments.toSorted((one, other) => one - other)[9] ?? 0;
    const nth = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    });
    expect(me).toContain(nth.format(tenth));
    const [from, to] = [dayIn(zone, now - 3 * day), dayIn(zone, now - day)];
    const made = await post(service, '/me/certificates', { from, to, name: 'Ada' }, cookie);
    const certificate = await page(made.headers.get('location') ?? '');
    const inside = moments.filter((moment) => dayIn(zone, moment) >= from && dayIn(zone, moment) <= to);
    expect(certificate).toContain(
      `${inside.length} contributions · ${Math.floor(inside.length / 2)}\u00a0h${inside.length % 2 === 1 ? ' 30\u00a0min' : ''}`,
    );
    expect(certificate).toContain(`Days are counted in the time zone <bdi translate="no">${zone}</bdi>.`);
    const badge = (await (await service.get(`${made.headers.get('location')}/badge.json`)).json()) as {
      credentialSubject: { activityStartDate: string; activityEndDate: string };
    };
    const { activityStartDate, activityEndDate } = badge.credentialSubject;
    expect(Date.parse(activityStartDate)).toBe(startOfDay(zone, from));
    expect(dayIn(zone, Date.parse(activityEndDate))).toBe(to);
    expect(dayIn(zone, Date.parse(activityEndDate) + 1000)).not.toBe(to);
  });

  test('today is never ahead, and tomorrow is refused', async () => {
    const [east, west] = [
      await member('Pacific/Kiritimati', [Date.now()]),
      await member('Pacific/Pago_Pago', []),
    ];
    const today = dayIn('Pacific/Kiritimati', Date.now());
    const period = { from: today, to: today, name: '' };
    expect((await post(service, '/me/certificates', period, east.cookie)).status).toBe(303);
    // It is at least a day later there: 25 hours lie between the two.
    expect(await (await post(service, '/me/certificates', period, west.cookie)).text()).toContain(
      'role="alert"',
    );
  });

  test('with very many contributions, the days are in UTC, and the page says so', async () => {
    const { page, profile_id } = await member('Pacific/Auckland', [Date.now() - 2 * day]);
    await rows.run(`update participant_days set events = 20001 where profile_id = ${profile_id}`);
    expect(await page()).toContain('Days in the time zone <bdi translate="no">UTC</bdi>.');
  });

  test('a stored zone that this Node.js does not know is asked for again', async () => {
    const { page, profile_id } = await member('Asia/Tokyo', [Date.now()]);
    await rows.run(`update accounts set zone = 'Mars/Olympus' where account_id =
      (select account_id from profiles where profile_id = ${profile_id})`);
    for (const path of ['/me', '/account', '/me/certificates'])
      expect(await page(path)).toContain('data-first-zone');
    expect(await page()).toContain('Days in the time zone <bdi translate="no">UTC</bdi>.');
  });

  test('a page asks for the zone while none is known, and keeps the one that was chosen', async () => {
    const cookie = await signIn(service, 'unzoned@example.org');
    const page = async (path: string) => (await service.get(path, { headers: { cookie } })).text();
    for (const path of ['/me', '/account', '/me/certificates'])
      expect(await page(path)).toContain('data-first-zone');
    const refused = await post(service, '/account/zone', { zone: 'Mars/Olympus' }, cookie);
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('Europe/Berlin')]);
    expect((await post(service, '/account/zone', {}, cookie)).status).toBe(400);
    expect((await post(service, '/account/zone', { zone: 'asia/tokyo' }, cookie)).status).toBe(303);
    for (const path of ['/me', '/account', '/me/certificates'])
      expect(await page(path)).not.toContain('data-first-zone');
    expect(await page('/account')).toMatch(/<option [^>]*selected[^>]*>Asia\/Tokyo/);
    const own = JSON.parse(await page('/me/export.json')) as { account: { time_zone: string }[] };
    expect(own.account[0]?.time_zone).toBe('Asia/Tokyo');
  });
});
