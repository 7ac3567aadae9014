/** The image that a project names: fetched in the background, re-encoded, and shown; or its owner reads the reason. */
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../set-up/service/free-port.ts';
import { secretOfCamera, startImageServer } from '../../set-up/service/peers/image-server.ts';
import { RunningService } from '../../set-up/service/running-service.ts';
import { engines, type Service, startService } from '../../set-up/service/start-service.ts';
import { count, importEntries, newKey, projectEntry, rows, signIn, success } from '../scene.ts';

type ImageServer = Awaited<ReturnType<typeof startImageServer>>;
type Job = { project_id: number; url: string; tries: number; next_at: number | null; fault: string | null };

/** Path → width and height of the shown picture. */
const shown: [situation: string, path: string, width: number, height: number][] = [
  ['a PNG', 'logo.png', 600, 300],
  ['a JPEG that is wider than is shown', 'photo.jpg', 1280, 720],
  ['a WebP', 'photo.webp', 700, 700],
  ['an AVIF', 'photo.avif', 640, 480],
  ['a GIF', 'photo.gif', 640, 480],
  ['an animated GIF: its first picture', 'animated.gif', 100, 100],
  ['a JPEG in the colours of print', 'cmyk.jpg', 800, 600],
  ['a transparent PNG', 'clear.png', 400, 400],
  ['a photograph with notes of its camera, which says how to turn it', 'camera.jpg', 600, 800],
  ['a PNG that says how to turn it', 'camera.png', 600, 800],
  ['a WebP that says how to turn it', 'camera.webp', 600, 800],
  ['an AVIF that says how to turn it', 'camera.avif', 600, 800],
  ['three redirects', 'moved.png', 600, 300],
];

/** Path, or a whole address → the message that the owner reads. */
const refused: [situation: string, path: string, sentence: RegExp][] = [
  ['an SVG', 'drawing.svg', /is not a PNG, JPEG/],
  ['an SVG named .png', 'drawing.png', /is not a PNG, JPEG/],
  ['a page named .png', 'page.png', /is not a PNG, JPEG/],
  ['a page that begins like a JPEG', 'page.jpg', /cannot be read/],
  ['a TIFF', 'scan.tiff', /is not a PNG, JPEG/],
  ['nothing', 'empty.png', /is not a PNG, JPEG/],
  ['one pixel', 'dot.png', /fewer than 48 pixels/],
  ['900 million pixels in a kilobyte', 'bomb.png', /more than 40 million pixels/],
  ['36 million pixels that are not there', 'bomb-within.png', /cannot be read/],
  ['half a JPEG', 'cut.jpg', /cannot be read/],
  ['half a PNG', 'cut.png', /cannot be read/],
  ['four redirects', 'moved-far.png', /more than three times/],
  ['redirects in a circle', 'loop.png', /more than three times/],
  ['a redirect to this machine', 'to-private.png', /not on the public internet/],
  ['a redirect to where clouds tell secrets', 'to-link-local.png', /not on the public internet/],
  ['a redirect to a private address in IPv6', 'to-mapped.png', /not on the public internet/],
  ['a redirect to a file', 'to-file.png', /cannot be requested/],
  ['a redirect to another port', 'to-port.png', /cannot be requested/],
  ['this machine', 'http://127.0.0.1/logo.png', /not on the public internet/],
  ['this machine by name', 'http://localhost/logo.png', /not on the public internet/],
  ['this machine as a number', 'http://2130706433/', /not on the public internet/],
  ['this machine in octal', 'http://0177.0.0.1/', /not on the public internet/],
  ['this machine in IPv6', 'http://[::1]/', /not on the public internet/],
  ['this machine in IPv4 in IPv6', 'https://[::ffff:127.0.0.1]/', /not on the public internet/],
  ['this machine in an older form of that', 'http://[::7f00:1]/', /not on the public internet/],
  ['this machine behind a translator', 'http://[64:ff9b::7f00:1]/', /not on the public internet/],
  ['no machine', 'http://0.0.0.0/', /not on the public internet/],
  ['a private network', 'http://10.0.0.1/', /not on the public internet/],
  ['a carrier’s network', 'http://100.64.0.1/', /not on the public internet/],
  ['a link-local address', 'http://169.254.169.254/latest/meta-data/', /not on the public internet/],
  ['a unique local address', 'http://[fd00::1]/', /not on the public internet/],
  ['a port of another service', 'http://images.example:6379/', /cannot be requested/],
  ['what is not there', 'missing.png', /is not there/],
  ['what is not for everybody', 'private.png', /is not there/],
  ['more than 10 MB, as the server says', 'large.png', /more than 10 MB/],
  ['more than 10 MB, whatever the server says', 'endless.png', /more than 10 MB/],
  ['a packed answer', 'packed.png', /sends the image compressed/],
];

/** Failures that may pass are tried again; the owner reads this meanwhile. */
const passing: [situation: string, path: string, sentence: RegExp][] = [
  ['a server with a fault', 'failing.png', /fault of its own/],
  ['a server that has had enough', 'many.png', /fault of its own/],
  ['a server that breaks off', 'breaking-off.png', /could not be reached, or interrupted the reply/],
  ['a server that says nothing', 'silent.png', /within ten seconds/],
  ['a server that sends a byte now and then', 'drip.png', /within ten seconds/],
  ['a name that nobody has', 'http://nowhere.invalid/logo.png', /could not be reached/],
];

describe.each(engines)('images on %s', (engine) => {
  let service: Service;
  let web: ImageServer;
  let key: string;
  let cookie: string;
  const ids = new Map<string, number>();

  const addressOf = (path: string) => (path.includes('://') ? path : web.url(path));
  const job = async (id: number) =>
    (await rows<Job>(service, `select * from image_jobs where project_id = ${id}`))[0];
  const settled = async (id: number) => {
    for (const deadline = Date.now() + 60_000; ; await sleep(100)) {
      const { next_at, fault } = (await job(id)) ?? {};
      if (next_at === null || (fault ?? null) !== null) return;
      if (Date.now() > deadline) throw new Error(`The image of project ${id} was not worked off.`);
    }
  };
  const page = async (path: string) =>
    (await service.get(path, { redirect: 'follow', headers: { cookie } })).text();
  const tools = (id: number) => page(`/project/${id}/tools`);
  const detail = async (id: number) =>
    success('GET /api/project/:project_id', await service.get(`/api/project/${id}?key=${key}`));
  const add = async (name: string, more: object, service_id?: number) => {
    const said =
      service_id === undefined
        ? projectEntry(name, 'https://review.example/', more)
        : { service_id, ...more };
    return success('POST /api/project/add', await service.postJson('/api/project/add', { key, ...said }));
  };
  /** An update without an image: only a complete entry can remove it. */
  const bring = async (name: string, url: string) => {
    const { json } = await importEntries(service, 'owner@example.org', [projectEntry(name, url)]);
    expect(json).toMatchObject({ updated: 1 });
  };
  const operator = async (...words: string[]) => {
    await service.operate(...words);
  };

  beforeAll(async () => {
    web = await startImageServer();
    service = await startService(engine, { FETCH_FROM: web.host });
    key = await newKey(service, 'owner@example.org');
    const named = [...shown, ...refused, ...passing];
    const entries = named.map(([situation, path]) =>
      projectEntry(situation, 'https://many.example/', {
        image: addressOf(path),
        image_credit: `Credit of ${situation}`,
      }),
    );
    const { json } = await importEntries(service, 'owner@example.org', entries, '--publish');
    expect(json).toMatchObject({ added: named.length });
    const found = await rows<{ project_id: number; name: string }>(
      service,
      'select project_id, name from projects',
    );
    for (const { project_id, name } of found) ids.set(name, project_id);
    cookie = await signIn(service, 'owner@example.org');
    for (const [situation] of [...shown, ...refused]) await settled(idOf(situation));
  });
  afterAll(() => web[Symbol.asyncDispose]());

  const idOf = (situation: string): number => ids.get(situation) ?? NaN;

  test.each(shown)('%s is shown', async (situation, _path, width, height) => {
    const id = idOf(situation);
    const { image = '', image_credit } = await detail(id);
    expect(image).toMatch(new RegExp(`^${service.baseUrl}/images/[0-9a-f]{32}\\.webp$`));
    expect(image_credit).toBe(`Credit of ${situation}`);
    const [large, small] = await Promise.all(
      [image, image.replace('.webp', '-640.webp')].map(async (address) => {
        const reply = await fetch(address);
        expect({
          status: reply.status,
          type: reply.headers.get('content-type'),
          cache: reply.headers.get('cache-control'),
          anywhere: reply.headers.get('cross-origin-resource-policy'),
          cors: reply.headers.get('access-control-allow-origin'),
          sniffing: reply.headers.get('x-content-type-options'),
        }).toEqual({
          status: 200,
          type: 'image/webp',
          cache: 'public, max-age=31536000, immutable',
          anywhere: 'cross-origin',
          cors: '*',
          sniffing: 'nosniff',
        });
        const bytes = Buffer.from(await reply.arrayBuffer());
        expect(bytes.length).toBeLessThan(200_000);
        expect(bytes.includes(secretOfCamera)).toBe(false);
        return sharp(bytes).metadata();
      }),
    );
    expect(large).toMatchObject({ format: 'webp', width, height });
    expect(large).not.toHaveProperty('exif');
    expect(large?.pages ?? 1).toBe(1);
    expect(small?.width).toBe(Math.min(width, Math.round(Math.min(640 / width, 640 / height, 1) * width)));
    const text = await page(`/project/${id}`);
    expect(text).toContain(`<img src="${new URL(image).pathname}" width="${width}" height="${height}"`);
    expect(text).toContain(`Image: <bdi translate="no">Credit of ${situation}</bdi>`);
    expect(text).toContain(`"contentUrl":"${image}"`);
    expect(await tools(id)).toContain('It was fetched and is shown.');
  });

  test.each(refused)('%s is not shown, and the owner reads why', async (situation, _path, sentence) => {
    const id = idOf(situation);
    expect(await detail(id)).not.toHaveProperty('image');
    expect(await page(`/project/${id}`)).not.toContain('<figure class="picture">');
    expect(await tools(id)).toMatch(sentence);
    expect(await job(id)).toMatchObject({ next_at: null, tries: 1 });
  });

  test("the image's server learns our name, and nothing more", () => {
    for (const asked of web.headers) {
      expect(Object.keys(asked).sort()).toEqual(
        ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'].sort(),
      );
      expect(asked['user-agent']).toBe(`Manyhands (+${service.baseUrl}/)`);
    }
  });

  test('the finder returns the image, and its pages show the small one', async () => {
    const query = new URLSearchParams({ format: 'json', key, q: 'an AVIF' });
    const { results } = (await success('GET /finder', await service.get(`/finder?${query}`))) as {
      results: { id: number; image?: string; image_credit?: string }[];
    };
    const { image } = await detail(idOf('an AVIF'));
    expect(results.find(({ id }) => id === idOf('an AVIF'))).toMatchObject({
      image,
      image_credit: 'Credit of an AVIF',
    });
    const small = new URL(image ?? '').pathname.replace('.webp', '-640.webp');
    expect(await page('/finder?q=AVIF')).toContain(`src="${small}"`);
  });

  test('a second request of the same picture is answered by its ETag alone', async () => {
    const { image = '' } = await detail(idOf('a WebP'));
    const etag = (await fetch(image)).headers.get('etag') ?? '';
    expect((await fetch(image, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await fetch(image, { method: 'HEAD' })).status).toBe(200);
  });

  test.each([
    `/images/${'0'.repeat(32)}.webp`,
    '/images/..%2f..%2fetc%2fpasswd',
    '/images/x.png',
    '/images/.webp',
  ])('%s is not found', async (path) => {
    expect((await service.get(path)).status).toBe(404);
  });

  test('before it is published nothing is fetched, unless an editor asks for a preview', async () => {
    const editor = await signIn(service, 'editor@example.org');
    await operator('role', 'editor@example.org', 'editor');
    const { project_id: id } = await add('Slow one', { image: web.url('other.png?early') });
    const form = (path: string, as: string) =>
      service.postForm(`/project/${id}${path}`, {}, { headers: { cookie: as, origin: service.baseUrl } });
    expect(await job(id)).toBeUndefined();
    expect(await tools(id)).toContain('the picture comes with the publication');
    // Neither by its owner, nor by an update.
    expect((await form('/fetch-image', cookie)).status).toBe(409);
    expect((await form('/preview-image', cookie)).status).toBe(404);
    await add('Slow one', { image: web.url('other.png?early-2') }, id);
    expect([await job(id), web.asked.filter((path) => path.includes('early'))]).toEqual([undefined, []]);

    const about = async () =>
      (await service.get(`/project/${id}-slow-one`, { headers: { cookie: editor } })).text();
    expect(await about()).toContain('Preview the image');
    expect((await form('/preview-image', editor)).status).toBe(303);
    await settled(id);
    expect(web.asked.filter((path) => path.includes('early'))).toEqual(['other.png?early-2']);
    const { image = '' } = await detail(id);
    expect(await about()).toContain(new URL(image).pathname);
    expect(await tools(id)).toContain('It was fetched for our editors.');
    expect((await fetch(image)).status).toBe(404);
    for (const one of [cookie, editor]) {
      const seen = await fetch(image, { headers: { cookie: one } });
      expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    }

    await operator('publish', String(id));
    expect((await fetch(image)).headers.get('cache-control')).toMatch(/^public/);
    // It was fetched less than a day ago.
    expect(web.asked.filter((path) => path.includes('early'))).toEqual(['other.png?early-2']);
    await operator('hide', String(id));
    expect((await fetch(image)).status).toBe(404);
  });

  test('a publication fetches the image, also one whose preview failed', async () => {
    const { project_id: id } = await add('Later one', { image: web.url('later.png') });
    await operator('preview-image', String(id));
    await expect.poll(async () => (await job(id))?.fault).toBe('missing');
    web.put('later.png', 'photo.webp');
    await operator('approve', String(id));
    await expect.poll(async () => (await detail(id)).image).toMatch(/webp$/);
    const { project_id: other } = await add('At once', { image: web.url('photo.gif?once') });
    await operator('publish', String(other));
    await expect.poll(async () => (await detail(other)).image).toMatch(/webp$/);
    // Unpublished before it was fetched: it waits for the next publication.
    const { project_id: third } = await add('Taken back', { image: web.url('silent.png?taken') });
    await operator('publish', String(third));
    await operator('unpublish', String(third));
    expect((await job(third))?.next_at ?? null).toBeNull();
  });

  test('an update with the same address does not fetch it again within a day', async () => {
    const { project_id: id } = await add('Same', { image: web.url('logo.png?same') });
    await operator('publish', String(id));
    await settled(id);
    await operator('trust', String(id));
    const { image } = await detail(id);
    await add('Same', { image: web.url('logo.png?same'), goal: 'Another goal' }, id);
    expect(await job(id)).toMatchObject({ next_at: null, tries: 1 });
    expect((await detail(id)).image).toBe(image);
    await rows(service, `update image_jobs set done_at = done_at - 90000000 where project_id = ${id}`);
    await add('Same', { goal: 'A third goal' }, id);
    await settled(id);
    expect(web.asked.filter((path) => path === 'logo.png?same')).toHaveLength(2);
    expect((await detail(id)).image).toBe(image);
  });

  test('another address replaces the picture, and an import without one takes it away', async () => {
    const { project_id: id } = await add('Changing', { image: web.url('logo.png?first') });
    await operator('publish', String(id));
    await settled(id);
    const first = (await detail(id)).image;
    await add('Changing', { image: web.url('photo.gif?second') }, id);
    await operator('approve', String(id));
    await settled(id);
    const second = (await detail(id)).image;
    expect(second).toMatch(/webp$/);
    expect(second).not.toBe(first);
    await bring('Changing', 'https://review.example/');
    expect(await detail(id)).not.toHaveProperty('image');
    expect(await job(id)).toBeUndefined();
    expect(await tools(id)).toContain('None is named.');
  });

  test('of a published project the new image is fetched when an editor has approved it', async () => {
    const { project_id: id } = await add('Reviewed', { image: web.url('logo.png?before') });
    await operator('publish', String(id));
    await settled(id);
    const before = (await detail(id)).image;
    await add('Reviewed', { image: web.url('photo.gif?after') }, id);
    expect((await detail(id)).image).toBe(before);
    expect(await job(id)).toMatchObject({ url: web.url('logo.png?before'), next_at: null });
    await operator('approve', String(id));
    await settled(id);
    expect((await detail(id)).image).not.toBe(before);
    expect(web.asked).toContain('photo.gif?after');
  });

  test('a failed image is tried again when its owner asks, also after a restart', async () => {
    const id = idOf('what is not there');
    const again = () =>
      service.postForm(`/project/${id}/fetch-image`, {}, { headers: { cookie, origin: service.baseUrl } });
    const stranger = await signIn(service, 'stranger@example.org');
    const foreign = await service.postForm(
      `/project/${id}/fetch-image`,
      {},
      { headers: { cookie: stranger, origin: service.baseUrl } },
    );
    expect(foreign.status).toBe(404);
    web.put('missing.png', 'failing.png');
    expect((await again()).status).toBe(303);
    await expect.poll(() => job(id)).toMatchObject({ fault: 'failing', tries: 1 });
    web.put('missing.png', 'logo.png');
    await service.restart();
    await rows(service, `update image_jobs set next_at = 0 where project_id = ${id}`);
    await expect.poll(async () => (await detail(id)).image).toMatch(/webp$/);
  });

  test.each(passing)('%s is tried again later', async (situation, _path, sentence) => {
    const id = idOf(situation);
    await settled(id);
    expect(await detail(id)).not.toHaveProperty('image');
    expect(await tools(id)).toMatch(sentence);
    expect(await tools(id)).toContain('We go on trying for some hours.');
    // On a slow machine it may be tried again just now.
    await expect.poll(async () => ((await job(id))?.next_at ?? 0) - Date.now()).toBeGreaterThan(0);
  });

  test('an image that crashed the process each time is given up', async () => {
    const id = idOf('a server with a fault');
    await rows(service, `update image_jobs set next_at = 0, tries = 5 where project_id = ${id}`);
    await expect.poll(() => job(id)).toMatchObject({ fault: 'broken', next_at: null });
  });

  test('pictures that no project shows are deleted', async () => {
    const id = idOf('an animated GIF: its first picture');
    const { image = '' } = await detail(id);
    await bring('an animated GIF: its first picture', 'https://many.example/');
    expect(await detail(id)).not.toHaveProperty('image');
    await rows(service, 'update pictures set created_at = 0');
    await operator('purge');
    expect((await fetch(image)).status).toBe(404);
    const kept = await count(service, 'pictures');
    expect(kept).toBe(await count(service, "(select distinct picture from projects where picture <> '') x"));
  });

  // On SQLite there is only one process.
  if (engine === 'postgres')
    test('every process shows every picture', async () => {
      const { image = '' } = await detail(idOf('a JPEG in the colours of print'));
      const port = await freePort();
      await using other = new RunningService(port, service.dataDir, service.databaseUrl, {});
      await other.start();
      expect((await other.get(new URL(image).pathname)).status).toBe(200);
    });
});
