/**
 * `npm run bench -- images [before]`: the peak memory and time that each bomb, and each large honest image, costs a
 * service and its decoding process. `before`: decoded without cleaning and limits, for comparison; up to 5 GB.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { peakMegabytes, watchChildren } from '../set-up/decoding-process.ts';
import { bombs, large } from '../set-up/image-bombs.ts';
import { runService, type RunningService } from '../set-up/running-service.ts';

const row = (name: string, ...cells: (string | number)[]) =>
  console.log([name.padEnd(46), ...cells.map((cell) => String(cell).padStart(12))].join(''));

export async function imageBombsBench([which]: string[]): Promise<void> {
  if (which === 'before') return measureUnguarded();
  const files = new Map<string, Buffer>();
  const server = createServer((request, response) => response.end(files.get(request.url ?? '')));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  await using service = await runService(undefined, { FETCH_FROM: host });
  row('', 'bytes', 'service MB', 'decoder MB', 'ms', 'ends');
  for (const [index, { name, make }] of [...bombs, ...large, small].entries()) {
    const bytes = await make();
    files.set(`/${index}`, bytes);
    const stop = watchChildren(service.pid ?? NaN);
    const { ends, took } = await publish(service, index + 1, `http://${host}/${index}`);
    row(name, bytes.length, peakMegabytes(service.pid ?? NaN), stop().peak, took, ends);
  }
  server.close();
}

/** Almost without cost itself, so that the cost of fetching and of starting the process remains. */
const small = {
  name: 'a dot',
  make: () =>
    sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
};

/** Publishes a project with the image; the time is from the start of the job to its end. */
async function publish(service: RunningService, id: number, image: string) {
  const file = join(service.dataDir, 'entries.json');
  const entry = { id, name: `Image ${id}`, description: 'An image.', url: 'https://images.example/', image };
  await writeFile(file, JSON.stringify([{ ...entry, origin: 'Bench', contact_email: 'a@example.org' }]));
  await service.operator('import', file, '--owner', 'owner@example.org', '--publish');
  const db = new DatabaseSync(join(service.dataDir, 'manyhands.db'), { readOnly: true });
  const from = Date.now();
  try {
    for (; ; await sleep(10)) {
      const job = db.prepare('select next_at, fault from image_jobs where project_id = ?').get(id);
      if (job && job['next_at'] === null)
        return { ends: String(job['fault'] ?? 'shown'), took: Date.now() - from };
    }
  } finally {
    db.close();
  }
}

/** Uses a process for each, so that its memory is known; ended after two minutes. */
async function measureUnguarded(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'manyhands-bombs-'));
  const decode = `import sharp from 'sharp';
    import { readFileSync } from 'node:fs';
    const bytes = readFileSync(process.argv[1]);
    const at = Date.now();
    let ends = 'shown';
    try {
      await sharp(bytes, { limitInputPixels: false }).metadata();
      await sharp(bytes, { limitInputPixels: 40_000_000, failOn: 'error', sequentialRead: true })
        .timeout({ seconds: 20 }).autoOrient().toColourspace('srgb')
        .resize({ width: 1280, height: 1280, fit: 'inside', withoutEnlargement: true }).png().toBuffer();
    } catch { ends = 'broken'; }
    const [, peak] = /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'));
    console.log(JSON.stringify({ ends, took: Date.now() - at, peak: Math.round(peak / 1024) }));`;
  row('', 'bytes', 'MB', 'ms', 'ends');
  for (const { name, make } of [...bombs, ...large]) {
    const bytes = await make();
    const file = join(folder, 'bomb');
    await writeFile(file, bytes);
    const child = spawn(process.execPath, ['--input-type=module', '-e', decode, file], { timeout: 120_000 });
    let said = '';
    child.stdout.on('data', (part: Buffer) => (said += part.toString()));
    await once(child, 'close');
    const { peak, took, ends } = JSON.parse(said || '{"ends":"not in 2 minutes"}') as Record<string, string>;
    row(name, bytes.length, peak ?? '?', took ?? '?', ends ?? '?');
  }
  await rm(folder, { recursive: true });
}
