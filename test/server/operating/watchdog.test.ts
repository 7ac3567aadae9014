/** The watchdog: a blocked event loop is logged while it is blocked. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stalling } from '../../set-up/service/peers/stalling.ts';
import { type Service, startService } from '../../set-up/service/start-service.ts';

const standing = (service: Service) =>
  service
    .log()
    .split('\n')
    .filter((line) => line.includes('the event loop is blocked'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test.each([
  ['an operation', '/embed/record?key=canary', 'POST /embed/record', {}],
  ['a form of a page', '/sign-in?next=/canary', 'POST /sign-in', { 'sec-fetch-site': 'same-origin' }],
])('%s that blocks the event loop is in the log by its pattern, once', async (_, path, row, headers) => {
  const service = await startService('sqlite', stalling);
  const free = join(service.dataDir, 'free');
  const reply = service.postJson(path, { stall: free }, { headers });
  await expect.poll(() => standing(service)).toHaveLength(1);
  await writeFile(free, '');
  expect((await reply).status).toBeLessThan(500);
  expect(standing(service)).toEqual([
    {
      level: 'warn',
      time: expect.any(Number),
      ms: expect.any(Number),
      row,
      under_way: { [row]: 1 },
      msg: expect.any(String),
    },
  ]);
  expect(standing(service)[0]?.['ms']).toBeGreaterThan(1000);
  expect(service.log()).not.toContain('canary');
  // The stall is over: later requests are counted by themselves.
  expect((await service.get('/health')).status).toBe(200);
  expect((await service.stop()).code).toBe(0);
});
