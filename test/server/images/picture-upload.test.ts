/** Pictures that people upload on `/add` and the Edit tab: the way of an honest one, and of bodies made to harm. */
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { bombs } from '../../set-up/hostile/image-bombs.ts';
import { secretOfCamera } from '../../set-up/service/peers/image-server.ts';
import { engines, type Service, shareService } from '../../set-up/service/start-service.ts';
import { begin, faultsIn, filled, register, text } from '../projects/registering.ts';
import { withRole } from '../roles.ts';
import { count, post, rows, signIn } from '../scene.ts';

const plain = (width: number, height: number, background = '#2a7') =>
  sharp({ create: { width, height, channels: 3, background } });

type File = { bytes: Buffer; name?: string; type?: string };

describe.each(engines)('uploading a picture on %s', (engine) => {
  let service: Service;
  let owner: string;
  /** Manages another project. */
  let other: string;

  beforeAll(async () => {
    service = await shareService(engine);
    owner = await signIn(service, 'owner@example.org');
    other = await signIn(service, 'other.pictures@example.org');
    await register(service, other, 'Somebody Else’s', { where: 'anywhere' });
  });

  const send = (
    path: string,
    fields: Record<string, string>,
    { bytes, name = 'a picture.png', type = 'image/png' }: File,
    cookie: string,
  ) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('picture', new File([new Uint8Array(bytes)], name, { type }));
    const headers = { origin: service.baseUrl, cookie };
    return service.get(path, { method: 'POST', body: form, headers, redirect: 'manual' });
  };
  const shownIn = (body: string) => /<img class="upload" src="([^"]+)"/.exec(body)?.[1];
  const statusOf = async (path: string, cookie?: string) => (await text(service, path, cookie)).status;

  test('without an account: the draft keeps it, its author sees it, nobody else does', async () => {
    const draft = await begin(service, 'http://uploads.invalid/');
    const photo = await plain(900, 600)
      .withExif({ IFD0: { Artist: secretOfCamera } })
      .jpeg()
      .toBuffer();
    const reply = await send(
      draft.path,
      filled('Kept Picture', { act: 'preview' }),
      { bytes: photo },
      draft.cookie,
    );
    expect(reply.status).toBe(303);
    const { body } = await text(service, draft.path, draft.cookie);
    const picture = shownIn(body) ?? '';
    expect(picture).toMatch(/^\/images\/[0-9a-f]{32}\.webp$/);
    // The card next to the form has it, too.
    expect(body).toContain(picture.replace('.webp', '-640.webp'));
    const shown = await service.get(picture, { headers: { cookie: draft.cookie } });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect(bytes.includes(secretOfCamera)).toBe(false);
    expect([await statusOf(picture), await statusOf(picture, owner)]).toEqual([404, 404]);

    // Typing on keeps the picture; the box takes it off.
    const image = `${service.baseUrl}${picture}`;
    await post(
      service,
      draft.path,
      filled('Kept Picture', { image_kept: image, act: 'preview' }),
      draft.cookie,
    );
    expect(shownIn((await text(service, draft.path, draft.cookie)).body)).toBe(picture);
    const off = filled('Kept Picture', { image_kept: image, image_off: 'yes', act: 'preview' });
    await post(service, draft.path, off, draft.cookie);
    expect(shownIn((await text(service, draft.path, draft.cookie)).body)).toBeUndefined();

    // Deleting the draft deletes its picture.
    await post(service, `${draft.path}/delete`, {}, draft.cookie);
    const name = picture.slice(8, 40);
    expect(await count(service, `pictures where picture = '${name}'`)).toBe(0);
    expect(await count(service, `picture_uploads where picture = '${name}'`)).toBe(0);
  });

  test('sent with the form: editors see it, everybody once the project is published', async () => {
    const draft = await begin(service, 'http://sent.invalid/', owner);
    const bytes = await plain(640, 480, '#a27').png().toBuffer();
    const fields = filled('Sent Picture', { topics: 'Animals', where: 'anywhere', act: 'send' });
    expect((await send(draft.path, fields, { bytes }, owner)).status).toBe(303);
    const [row] = await rows<{ project_id: number; picture: string }>(
      service,
      `select project_id, picture from projects where name = 'Sent Picture'`,
    );
    const { project_id: id, picture } = row ?? { project_id: 0, picture: '' };
    expect(picture).toMatch(/^[0-9a-f]{32}$/);
    const path = `/images/${picture}.webp`;
    const editor = await withRole(service, `editor-${engine}@example.org`, 'editor');
    const stranger = await signIn(service, `stranger-${engine}@example.org`);
    expect([await statusOf(path), await statusOf(path, stranger), await statusOf(path, other)]).toEqual([
      404, 404, 404,
    ]);
    expect([await statusOf(path, editor), await statusOf(path, owner)]).toEqual([200, 200]);
    expect((await text(service, `/project/${id}-sent-picture/tools`, owner)).body).toContain(
      'You uploaded it.',
    );
    await service.operate('publish', String(id));
    expect(await statusOf(path)).toBe(200);
    // The job of the publication ends without fetching anything, and the picture stays.
    const ended = async () =>
      (
        await rows<{ fault: string | null }>(
          service,
          `select fault from image_jobs where project_id = ${id} and next_at is null`,
        )
      )[0];
    await expect.poll(ended).toEqual({ fault: null });
    expect((await text(service, `/project/${id}-sent-picture`)).body).toContain(path);
    // The retention rule, a day later: nothing that is shown goes.
    await rows(service, `update pictures set created_at = 1`);
    await service.operate('purge');
    expect(await statusOf(path)).toBe(200);
  });

  test('a change of a published project: the new picture waits with it for an editor', async () => {
    const id = await register(service, owner, 'Changed Picture', { where: 'anywhere' });
    await service.operate('publish', String(id));
    const path = `/project/${id}-changed-picture/edit`;
    const bytes = await plain(500, 300, '#27a').webp().toBuffer();
    const fields = filled('Changed Picture', { where: 'anywhere' });
    const reply = await send(path, fields, { bytes, name: 'x.webp', type: 'image/webp' }, owner);
    expect([reply.status, await reply.text()]).toMatchObject([303, '']);
    const picture = shownIn((await text(service, path, owner)).body) ?? '';
    expect([await statusOf(picture), await statusOf(picture, other)]).toEqual([404, 404]);
    expect(await statusOf(picture, owner)).toBe(200);
    // Waiting for longer than pictures that nobody names.
    await rows(service, `update pictures set created_at = 1`);
    await rows(service, `update picture_uploads set created_at = 1`);
    await service.operate('purge');
    expect(await statusOf(picture, owner)).toBe(200);
    await service.operate('approve', String(id));
    await expect.poll(() => statusOf(picture)).toBe(200);
  });

  test.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), /is not a PNG/],
    [
      'an SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      /save an SVG as PNG/,
    ],
    [
      'half a picture',
      async () => (await plain(900, 900).png().toBuffer()).subarray(0, 200),
      /cannot be read/,
    ],
    ['a tiny one', () => plain(20, 20).png().toBuffer(), /fewer than 48 pixels/],
    ['more than 10 MB', () => Buffer.alloc(10 * 1024 * 1024 + 1, 1), /has more than 10 MB/],
    [
      'a bomb',
      () => bombs.find(({ ends }) => ends !== 'shown')?.make() ?? Buffer.alloc(0),
      /pixels|memory|cannot be read/,
    ],
  ])('%s is refused with the reason, and everything typed is kept', async (what, make, reason) => {
    const draft = await begin(service, `http://${what.replaceAll(' ', '-')}.invalid/`, owner);
    const fields = filled(`Refused: ${what}`, { goal: 'Keep this', act: 'preview' });
    const reply = await send(draft.path, fields, { bytes: await make() }, owner);
    const body = await reply.text();
    expect(reply.status).toBe(400);
    expect(faultsIn(body)).toContain('image');
    expect(body).toMatch(reason);
    expect((await text(service, draft.path, owner)).body).toContain('Keep this');
  });

  const body = (boundary: string, parts: string[]) =>
    `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`;
  const field = (name: string, value: string) =>
    `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
  const file = (name: string, value: string) =>
    `Content-Disposition: form-data; name="${name}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n${value}`;
  const big = 'x'.repeat(1_200_000);
  test.each<[string, string, string, number]>([
    [
      'an empty file field',
      'multipart/form-data; boundary=b',
      body('b', [
        field('name', 'N'),
        field('act', 'preview'),
        'Content-Disposition: form-data; name="picture"; filename=""\r\n\r\n',
      ]),
      303,
    ],
    [
      'a file in another field',
      'multipart/form-data; boundary=b',
      body('b', [file('name', 'In a file'), field('act', 'preview')]),
      303,
    ],
    ['no boundary', 'multipart/form-data', body('b', [field('name', 'N')]), 400],
    [
      'a body that ends in its file',
      'multipart/form-data; boundary=b',
      `--b\r\n${file('picture', 'cut')}`,
      400,
    ],
    [
      'two hundred thousand parts',
      'multipart/form-data; boundary=b',
      body('b', Array<string>(200_000).fill(field('a', ''))),
      400,
    ],
    [
      'fields longer than a draft, beside no file',
      'multipart/form-data; boundary=b',
      body('b', [field('description', big)]),
      413,
    ],
    ['a long form that is not multipart', 'application/x-www-form-urlencoded', `description=${big}`, 413],
    [
      'more than a file and its form',
      'multipart/form-data; boundary=b',
      body('b', [file('picture', 'x'.repeat(11_600_000))]),
      413,
    ],
  ])('%s', async (what, type, sent, status) => {
    const draft = await begin(service, `http://${what.replace(/\W/g, '-')}.invalid/`, owner);
    const headers = { origin: service.baseUrl, cookie: owner, 'content-type': type };
    const reply = await service.get(draft.path, { method: 'POST', body: sent, headers, redirect: 'manual' });
    expect(reply.status).toBe(status);
    expect((await service.get('/live')).status).toBe(200);
  });

  test('the API takes an address only, as before', async () => {
    const form = new FormData();
    form.append('picture', new File([new Uint8Array(9)], 'a.png'));
    const reply = await service.get('/api/project/add', { method: 'POST', body: form });
    expect(reply.status).toBe(401);
    expect(await count(service, `picture_uploads where holder_id = 0`)).toBe(0);
  });
});
