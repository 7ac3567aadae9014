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
    expect(await look('ada', 'R_1')).toEqual([200, 'Removed from your profile']);
  });

  test('two people at once: one of them has it credited', async () => {
    const before = await recorded();
    await Promise.all([press('ada', 'R_2'), press('bob', 'R_2'), press('ada', 'R_2'), press('bob', 'R_2')]);
    expect(await recorded()).toBe(before + 1);
  });

  test.each([
    ['a signature that was changed', 'R_3', (right: string) => `${right.slice(0, -2)}xx`],
    ['a signature of nobody', 'R_3', () => 'signed'],
    ['a signature that was cut', 'R_3', (right: string) => right.slice(0, 10)],
  ])('%s is refused, and records nothing', async (_, ref, signature) => {
    const before = await recorded();
    expect((await look('ada', ref, signature(form)))[0]).toBe(400);
    expect((await press('ada', ref, 'credit', signature(form))).status).toBe(400);
    expect(await recorded()).toBe(before);
  });

  /** Follows the redirects of a link as a person. */
  const open = async (who: string, path: string): Promise<{ path: string; html: string }> => {
    const reply = await service.get(path, { headers: { cookie: cookies[who] ?? '' } });
    const to = reply.headers.get('location');
    return to === null ? { path, html: await reply.text() } : open(who, to);
  };
  const inOne = (query: string) => `/confirm/${birds.id}?type=collection&${query}`;

  test.each([
    'ref={ContributionID}',
    'ref=%7BContributionID%7D&form=SIGNED',
    'ref={SAVEDID}&form=SIGNED',
    'ref=%24%7Be%3A%2F%2FField%2FResponseID%7D&form=SIGNED',
    'ref=%7B%7Bhidden%3Asubmission%7D%7D&form=SIGNED',
    'ref=[embedded%20data]&form=SIGNED',
    'ref=%25%25id%25%25&form=SIGNED',
    'ref=%2A|UNIQID|%2A&form=SIGNED',
    'ref=%257BSAVEDID%257D&form=SIGNED',
    'ref=%26lt%3Bid%26gt%3B&form=SIGNED',
    'ref=your-id-here&form=SIGNED',
    'ref=__ID__&form=SIGNED',
    'ref=R_undefined&form=SIGNED',
    'ref=[object%20Object]&form=SIGNED',
    'ref=xxxxx&form=SIGNED',
    'ref=0&form=SIGNED',
    'ref=&form=SIGNED',
    'ref=%20&form=SIGNED',
    'ref=&type=collection',
    'form=SIGNED',
  ])('without a number that is one (%s), each person is credited, and told', async (query) => {
    const before = await recorded();
    for (const who of ['ada', 'bob']) {
      const { path, html } = await open(who, inOne(query.replace('SIGNED', form)));
      expect(html).toContain('The form did not fill in the number of your submission.');
      const ref = new URL(path, service.baseUrl).searchParams.get('ref') ?? '';
      // Twice at once is once.
      for (let times = 0; times < 2; times++)
        await post(
          service,
          `/confirm/${birds.id}`,
          { type: 'collection', ref, choice: 'credit' },
          cookies[who],
        );
      expect((await open(who, path)).html).toContain('Credited to your profile');
    }
    expect(await recorded()).toBe(before + 2);
  });

  test.each([
    'R_10',
    '{3F2504E0-4F89-11D3-9A0C-0305E82C3301}',
    'uuid:3f2504e0',
    'a',
    '7',
    '222',
    'form12',
    'TEST-1',
  ])('%s is the number of a submission', async (ref) => {
    const { path, html } = await open('ada', `/confirm/${birds.id}?${query(ref)}`);
    expect(new URL(path, service.baseUrl).searchParams.get('ref')).toBe(ref);
    expect(html).not.toContain('did not fill in');
  });

  test.each([
    ['&amp;', 'ref=R_20&amp;form=SIGNED', 'R_20'],
    ['&amp;amp;', 'ref=R_21&amp;amp;form=SIGNED', 'R_21'],
    ['%26', 'ref=R_22%26form%3DSIGNED', 'R_22'],
    ['%26 with a plain sign', 'ref=R_23%26form=SIGNED', 'R_23'],
    ['%26amp;', 'ref=R_24%26amp;form=SIGNED', 'R_24'],
    ['%2526', 'ref=R_25%2526form%253DSIGNED', 'R_25'],
    ['%26 in front of both', '%26ref=R_26%26form=SIGNED', 'R_26'],
  ])('a signed link whose & became %s is a signed link', async (_, query, ref) => {
    await press('ada', ref);
    const { html } = await open('bob', inOne(query.replace('SIGNED', form)));
    expect(html).toContain('This was credited already');
  });

  test.each(['ref=R_30&for', 'ref=R_30&fo=', 'ref=R_30&amp;f', 'ref=R_30&form', 'ref=R_30&form=a&form=b'])(
    'a signed link that was cut (%s) is refused',
    async (query) => {
      const reply = await service.get(inOne(query), { headers: { cookie: cookies['ada'] ?? '' } });
      expect(reply.status).toBe(400);
    },
  );

  test('who comes second with a number can credit another contribution; the owner reads what arrived', async () => {
    await press('ada', '<b>Danke</b>');
    await press('ada', 'Danke');
    const taken = await open('bob', `/confirm/${birds.id}?${query('Danke')}`);
    const other = /href="(\/confirm\/[^"]+)"/.exec(taken.html)?.[1] ?? '';
    expect((await open('bob', other.replaceAll('&amp;', '&'))).html).toContain('Credit your contribution?');
    await open('bob', inOne(`ref=%3Cb%3EDanke%3C/b%3E&form=${form}`));
    const tools = async () => (await open('owner', `/project/${birds.id}/tools`)).html.replace(/\s+/g, ' ');
    await expect.poll(tools).toContain('&lt;b>Danke&lt;/b>');
    expect(await tools()).toMatch(
      />Danke<\/code> <span class="badge">1 time<\/span>.*?Two people came with it/,
    );
    expect(await tools()).toMatch(
      />\{SAVEDID\}<\/code>.*?Participants are credited, and numbers do not count/,
    );
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
