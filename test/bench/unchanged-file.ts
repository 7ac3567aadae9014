/** The cost of a 304 reply for the message's file, which every visitor's browser requests once an hour. */
import autocannon from 'autocannon';
import { runService } from '../set-up/running-service.ts';
import { median, processorTime } from './measure.ts';

const seconds = 2;
const rounds = 3;

export async function unchangedFileBench() {
  const service = await runService(undefined, { LIMIT_IP: '0' });
  const url = `${service.baseUrl}/static/api/recordevent_with_service_inline_signup.js`;
  const etag = (await fetch(url)).headers.get('etag') ?? '';
  const pid = service.pid ?? 0;
  const ways = {
    'unchanged, 304': { headers: { 'if-none-match': etag }, status: '3xx' },
    'the file, 200': { headers: { 'accept-encoding': 'br' }, status: '2xx' },
  } as const;
  const rows: Record<string, Record<string, string>> = {};
  for (const connections of [1, 50])
    for (const [name, { headers, status }] of Object.entries(ways)) {
      const costs: number[] = [];
      const waits: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const before = await processorTime(pid);
        const result = await autocannon({ url, connections, headers: { ...headers }, duration: seconds });
        costs.push(((await processorTime(pid)) - before) / result[status]);
        waits.push((result.duration * connections) / result[status]);
      }
      rows[`${name}; ${connections} at once`] = {
        'processor time, µs': (median(costs) * 1e6).toFixed(),
        'answered after, µs': (median(waits) * 1e6).toFixed(),
      };
    }
  console.table(rows);
  await service[Symbol.asyncDispose]();
}
