/** One network fills a queue that all share; another is still served, while the first one's work waits. */
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { startMailServer } from '../../set-up/service/peers/mail-server.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { begin, filled } from '../projects/registering.ts';
import { addProject, count, projectEntry, startScene } from '../scene.ts';

const timeout = 120_000;
const [crowd, visitor] = ['198.51.100.7', '203.0.113.9'];

/** A picture that takes long to decode, and few bytes to send. */
const slowPicture = await sharp({ create: { width: 4500, height: 4500, channels: 3, background: '#2a7' } })
  .png()
  .toBuffer();

/** A ring of so many points that reading it takes a while. */
const longRing = (points: number) => {
  const ring = Array.from({ length: points - 1 }, (_, n) => {
    const turn = (2 * Math.PI * n) / (points - 1);
    return [Number((10 + 9 * Math.cos(turn)).toFixed(8)), Number((50 + 9 * Math.sin(turn)).toFixed(8))];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0] as number[]]] };
};

/** A mail server that acknowledges a mail when it is told to; they arrive, and wait. */
async function heldMailServer() {
  const held: (() => void)[] = [];
  const server = await startMailServer({
    acknowledges: () => new Promise<void>((resolve) => void held.push(resolve)),
  });
  return { ...server, next: () => held.shift()?.(), all: () => held.splice(0).forEach((go) => go()) };
}

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let key: string;
  let starting: string;

  beforeAll(async () => {
    ({ service, owner: key } = await startScene(engine, { ...unlimited, TRUST_PROXY: '1' }));
    const id = await addProject(service, key, 'Fern Watch', { status: 'starting', preregistration: true });
    await service.operate('publish', String(id));
    starting = `/project/${id}-fern-watch/tell-me`;
  }, timeout);

  const from = (ip: string, more: Record<string, string> = {}) => ({ 'x-forwarded-for': ip, ...more });
  const form = (path: string, fields: Record<string, string>, ip: string) =>
    service.postForm(path, fields, { headers: from(ip, { origin: service.baseUrl }) });

  test('a dozen pictures of one network: another one’s is taken', { timeout }, async () => {
    const drafts: { path: string; cookie: string }[] = [];
    for (let at = 0; at < 13; at++) drafts.push(await begin(service, `http://pictures${at}.invalid/`));
    const upload = (at: number, ip: string) => {
      const draft = drafts[at];
      const body = new FormData();
      const fields = filled(`Picture ${at}`, { act: 'preview' });
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      body.append('picture', new File([new Uint8Array(slowPicture)], 'a.png', { type: 'image/png' }));
      const headers = from(ip, { origin: service.baseUrl, cookie: draft?.cookie ?? '' });
      return service.get(draft?.path ?? '', { method: 'POST', body, headers, redirect: 'manual' });
    };
    const ended: string[] = [];
    const sent = Array.from({ length: 12 }, async (_, at) => {
      const { status } = await upload(at, crowd);
      if (status === 303) ended.push('crowd');
      return status;
    });
    // The first refusal shows that its share is used up.
    await Promise.race(
      sent.map((one) => one.then((status) => (status === 303 ? new Promise(() => {}) : status))),
    );
    const theirs = upload(12, visitor).then(({ status }) => ended.push(`visitor ${status}`));
    await theirs;
    const statuses = (await Promise.all(sent)).sort();
    expect(ended).toContain('visitor 303');
    expect(statuses.filter((status) => status === 303)).toHaveLength(2);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
  });

  test('long bodies of one network: another one’s comes after one of them', { timeout }, async () => {
    const ended: string[] = [];
    const add = async (name: string, ip: string) => {
      const entry = projectEntry(name, 'https://long.example', { regions: longRing(60_000) });
      const body = JSON.stringify(entry);
      const headers = from(ip, { 'content-type': 'application/json' });
      const { status } = await service.get(`/api/project/add?key=${key}`, { method: 'POST', headers, body });
      ended.push(ip);
      return status;
    };
    const theirs = Array.from({ length: 8 }, (_, at) => add(`Crowd ${at}`, crowd));
    // When the first is read, the others wait.
    await Promise.race(theirs);
    expect(await add('Visitor', visitor)).toBe(200);
    const before = ended.indexOf(visitor);
    expect(await Promise.all(theirs)).toEqual(Array<number>(8).fill(200));
    expect(ended.length - 1 - before).toBeGreaterThan(2);
  });

  test('sign-in links of one network: another one’s is the next but one', { timeout }, async () => {
    await using server = await heldMailServer();
    const { next, all } = server;
    await service.restart({ MAIL_FROM: 'Hands <hello@example.org>', SMTP_URL: server.url });
    const signIn = (email: string, ip: string) => form('/sign-in', { email }, ip);
    const theirs = Array.from({ length: 12 }, (_, at) => signIn(`crowd${at}@example.org`, crowd));
    await expect.poll(() => server.received.length).toBe(5);
    const mine = signIn('visitor@example.org', visitor);
    const isFor = (name: string) => server.received.some(({ envelope }) => envelope[0]?.startsWith(name));
    // Until both wait: the links are made before.
    await expect.poll(() => count(service, 'sign_in_links')).toBe(13);
    for (let given = 1; given <= 2; given++) {
      next();
      await expect.poll(() => server.received.length).toBe(5 + given);
    }
    expect(isFor('visitor')).toBe(true);
    const rest = setInterval(all, 50);
    expect((await mine).status).toBe(200);
    await Promise.all(theirs);
    clearInterval(rest);
  });

  test('queued mails of one network: another one’s is the next', { timeout }, async () => {
    await using server = await heldMailServer();
    const { next, all } = server;
    await service.restart({ MAIL_FROM: 'Hands <hello@example.org>', SMTP_URL: server.url });
    const tellMe = async (email: string, ip: string) =>
      expect((await form(starting, { email }, ip)).status).toBe(200);
    for (let at = 0; at < 12; at++) await tellMe(`crowd${at}@example.org`, crowd);
    await expect.poll(() => server.received.length).toBe(4);
    await tellMe('visitor@example.org', visitor);
    next();
    await expect.poll(() => server.received.length).toBe(5);
    expect(server.received.at(-1)?.envelope).toEqual(['visitor@example.org']);
    const rest = setInterval(all, 50);
    await expect.poll(() => server.received.length).toBe(13);
    clearInterval(rest);
  });
});
