/** Signed links of form tools: each number of a submission counts once in all, and the QR code leads to the link. */
import decodeQR from 'qr/decode.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { count, post, projects, rows, signIn, shareScene } from '../scene.ts';

const { birds, stars } = projects;

describe.each(engines)('signed links on %s', (engine) => {
  let service: Service;
  let form: string;
  const cookies: Record<string, string> = {};

  beforeAll(async () => {
    ({ service } = await shareScene(engine));
    for (const name of ['owner', 'stranger', 'ada', 'bob'])
      cookies[name] = await signIn(service, `${name}@example.org`);
    const html = await (await links('owner')).text();
    form = /&amp;form=([\w-]+)&amp;ref=/.exec(html)?.[1] ?? 'no signature';
  });

  const links = (who: string, project: number = birds.id) =>
    service.get(`/project/${project}/links`, { headers: { cookie: cookies[who] ?? '' } });
  const query = (ref: string, signature = form) =>
    new URLSearchParams({ type: 'collection', ref, form: signature });
  const look = async (who: string, ref: string, signature?: string) => {
    const reply = await service.get(`/confirm/${birds.id}?${query(ref, signature)}`, {
      headers: { cookie: cookies[who] ?? '' },
    });
    const heading = /<h1>([^<]*)<\/h1>/.exec(await reply.text())?.[1];
    return [reply.status, heading];
  };
  const press = (who: string, ref: string, choice = 'credit', signature?: string) =>
    post(
      service,
      `/confirm/${birds.id}`,
      { ...Object.fromEntries(query(ref, signature)), choice },
      cookies[who],
    );
  const recorded = () => count(service, `events where project_id = ${birds.id} and profile_id is not null`);

  test('the first person gets it, however often they press; the second reads why not', async () => {
    const before = await recorded();
    for (let times = 0; times < 3; times++) await press('ada', 'R_1');
    expect(await look('ada', 'R_1')).toEqual([200, 'Credited to your profile']);
    await press('bob', 'R_1');
    expect(await look('bob', 'R_1')).toEqual([200, 'This was credited already']);
    expect(await recorded()).toBe(before + 1);
    const [row] = await rows<{ source: string }>(
      service,
      `select source from events where project_id = ${birds.id} order by event_id desc limit 1`,
    );
    expect(row?.source).toBe('link');
    // An undo does not give the number to somebody else.
    await press('ada', 'R_1', 'undo');
    expect(await look('bob', 'R_1')).toEqual([200, 'This was credited already']);
    expect(await look('ada', 'R_1')).toEqual([200, 'Taken off your profile']);
  });

  test('two people at once: one of them has it credited', async () => {
    const before = await recorded();
    await Promise.all([press('ada', 'R_2'), press('bob', 'R_2'), press('ada', 'R_2'), press('bob', 'R_2')]);
    expect(await recorded()).toBe(before + 1);
  });

  test.each([
    ['a signature that was changed', 'R_3', (right: string) => `${right.slice(0, -2)}xx`],
    ['a signature of nobody', 'R_3', () => 'signed'],
    ['a number that the tool did not fill in', '${e://Field/ResponseID}', (right: string) => right],
    ['a hidden field that the tool did not fill in', '{{hidden:submission}}', (right: string) => right],
  ])('%s is refused, and records nothing', async (_, ref, signature) => {
    const before = await recorded();
    expect((await look('ada', ref, signature(form)))[0]).toBe(400);
    expect((await press('ada', ref, 'credit', signature(form))).status).toBe(400);
    expect(await recorded()).toBe(before);
  });

  test('a signature is for its project only', async () => {
    const reply = await service.get(`/confirm/${stars.id}?${query('R_4')}`);
    expect(reply.status).toBe(400);
  });

  test('an unsigned link works as before, for each person', async () => {
    for (const who of ['ada', 'bob']) {
      await post(
        service,
        `/confirm/${birds.id}`,
        { type: 'collection', ref: 'same', choice: 'credit' },
        cookies[who],
      );
      const reply = await service.get(`/confirm/${birds.id}?type=collection&ref=same`, {
        headers: { cookie: cookies[who] ?? '' },
      });
      expect(await reply.text()).toContain('Credited to your profile');
    }
  });

  test('the links and the QR code are for managers', async () => {
    for (const [who, status] of [
      ['owner', 200],
      ['stranger', 404],
      ['ada', 404],
    ] as const)
      expect([who, (await links(who)).status]).toEqual([who, status]);
    expect((await service.get(`/project/${birds.id}/links`)).headers.get('location')).toMatch(/^\/sign-in/);
    expect((await links('owner', stars.id)).status).toBe(404);
    expect((await links('owner', 9999)).status).toBe(404);
  });

  test('the QR code leads to the link', async () => {
    const html = await (await links('owner')).text();
    const [, box = '', path = ''] = /class="qr"[^>]* viewBox="([\d ]+)"><path d="([^"]+)"/.exec(html) ?? [];
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><path d="${path}"/></svg>`;
    expect(await read(svg)).toBe(`${service.baseUrl}/confirm/${birds.id}?type=collection`);
  });
});

/** Reads a QR code as a camera does: from pixels. */
async function read(svg: string): Promise<string> {
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(Buffer.from(svg))
    .flatten({ background: '#fff' })
    .resize(600, 600, { kernel: 'nearest' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) });
}
