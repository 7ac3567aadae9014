/** Images that use up a decoder's memory or time: neither the service nor later images are affected. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childrenOf, knownTo, peakMegabytes, watchChildren } from '../../set-up/service/decoding-process.ts';
import { bombs, large, scansJpeg } from '../../set-up/hostile/image-bombs.ts';
import { engines, type Service, startService } from '../../set-up/service/start-service.ts';
import { importEntries, newKey, projectEntry, rows, success } from '../scene.ts';

/** Megabytes that decoding may take (server/images/decoder-limits.ts), and the files that it maps. */
const maxOfChild = 512 + 64;

/** Seconds of processor time that decoding may take, and one until the system has noticed. */
const maxSeconds = 6 + 1;

/** Megabytes by which the service itself may grow: a few times the file of 10 MB. */
const maxOfService = 120;

describe.each(engines)('image bombs on %s', (engine) => {
  let service: Service;
  let host: string;
  let key: string;
  const files = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const bytes = files.get(request.url ?? '');
    response.writeHead(bytes ? 200 : 404).end(bytes);
  });

  const pid = () => service.pid ?? NaN;
  const job = async (id: number) =>
    (
      await rows<{ next_at: number | null; fault: string | null }>(
        service,
        `select next_at, fault from image_jobs where project_id = ${id}`,
      )
    )[0];
  const ended = async (id: number) => {
    for (const deadline = Date.now() + 90_000; Date.now() < deadline; await sleep(50)) {
      const found = await job(id);
      if (found?.next_at === null) return found.fault ?? 'shown';
    }
    return 'not in 90 seconds';
  };
  let next = 1000;
  /** Publishes a project with this image, and returns its id. */
  const publish = async (bytes: Buffer): Promise<number> => {
    const id = next++;
    files.set(`/${id}`, bytes);
    const entry = projectEntry(`Image ${id}`, 'https://many.example/', { id, image: `http://${host}/${id}` });
    const { json } = await importEntries(service, 'owner@example.org', [entry], '--publish');
    expect(json).toMatchObject({ added: 1 });
    return id;
  };
  const decoding = async (): Promise<number> => {
    // More than the program has before it loads an image.
    const isAtWork = () => childrenOf(pid()).some((child) => peakMegabytes(child) > 150);
    await expect.poll(isAtWork, { interval: 10 }).toBe(true);
    return childrenOf(pid())[0] as number;
  };
  /** Long enough to be seen at work, and far from the limit of processor time, also on a slow machine. */
  const slow = () => scansJpeg(4000, 50);
  const logo = () =>
    sharp({ create: { width: 300, height: 200, channels: 3, background: '#2a7' } })
      .png()
      .toBuffer();

  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    service = await startService(engine, { FETCH_FROM: host });
    key = await newKey(service, 'owner@example.org');
    // The first image loads the code that every image needs.
    expect(await ended(await publish(await logo()))).toBe('shown');
  });
  afterAll(() => void server.close());

  // The engine is not involved in decoding: one is enough.
  test.each(engine === 'sqlite' ? [...bombs, ...large] : [])(
    '$name: bounded, and $ends',
    async ({ make, ends }) => {
      const bytes = await make();
      expect(bytes.length).toBeLessThan(10 * 1024 * 1024);
      const before = peakMegabytes(pid());
      const stop = watchChildren(pid());
      const how = await ended(await publish(bytes));
      const { peak, seconds, children } = stop();
      expect({ how, children }).toEqual({ how: ends, children: 1 });
      expect(peak).toBeLessThan(maxOfChild);
      expect(seconds).toBeLessThan(maxSeconds);
      expect(peakMegabytes(pid()) - before).toBeLessThan(maxOfService);
    },
  );

  test('while one is decoded the service answers, and the decoder sees none of its data', async () => {
    const id = await publish(slow());
    const child = await decoding();
    const health = await service.get('/health');
    await success('GET /finder', await service.get(`/finder?format=json&q=image&key=${key}`));
    const { environment, files: open, limits } = knownTo(child);
    expect([health.status, childrenOf(pid())]).toEqual([200, [child]]);
    expect(environment).not.toMatch(/PEPPER|DATABASE|postgres|SMTP|PATH|HOME/);
    expect(limits).toMatch(/Max data size +536870912 +536870912/);
    expect(limits).toMatch(/Max cpu time +6 +6/);
    expect(limits).toMatch(/Max core file size +0 +0/);
    expect(open.length).toBeGreaterThan(2);
    expect(await ended(id)).toBe('shown');
    await expect.poll(() => childrenOf(pid())).toEqual([]);
  });

  test('if a decoder crashes, its image is at fault, and the next image is shown', async () => {
    const [first, second] = [await publish(slow()), await publish(await logo())];
    process.kill(await decoding(), 'SIGKILL');
    expect([await ended(first), await ended(second)]).toEqual(['heavy', 'shown']);
    expect((await service.get('/health')).status).toBe(200);
  });

  test('a service that ends takes its decoder along', async () => {
    await publish(slow());
    const child = await decoding();
    await service.stop();
    await expect.poll(() => peakMegabytes(child)).toBe(0);
  });
});
