/** Fuzzed requests: none may end the service, be answered with a 5xx, or take long. */
import { describe, expect, test } from 'vitest';
import { fuzz, shown } from '../../../fuzz/fuzz.ts';
import { prepare, unlimited } from '../../../fuzz/known.ts';
import { engines, startService } from '../../../set-up/service/start-service.ts';

const count = 1000;
/**
 * Milliseconds. Finds hanging requests only: on a busy machine any request may take a second. `npm run fuzz` has a stricter
 * limit.
 */
const longest = 20_000;

describe.each(engines)('fuzzed requests on %s', (engine) => {
  test('are refused or answered as the contract says', async () => {
    const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
    console.log(`${count} requests, seed ${seed}: npm run fuzz -- ${count} ${seed} ${engine}`);
    const service = await startService(engine, unlimited);
    const { faults } = await fuzz(service, await prepare(service), { count, seed, longest });
    expect(faults.map(shown)).toEqual([]);
    expect(service.log()).not.toContain('"level":"error"');
  });
});
