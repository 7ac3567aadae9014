/** Puts load on one process, and measures its cost. */
import { readFile } from 'node:fs/promises';
import autocannon from 'autocannon';

export type Load = { url: string; requests: autocannon.Request[]; connections: number; seconds: number };
export type Measured = { perSecond: number; p50: number; p99: number; cpuMicroseconds: number };

const ticksPerSecond = 100;

/** Processor time of a process, all threads, user and system, in seconds. */
export const processorTime = (pid: number) => timeIn(`/proc/${pid}/stat`);

/** Processor time of the thread that runs the event loop, in seconds. */
export const mainThreadTime = (pid: number) => timeIn(`/proc/${pid}/task/${pid}/stat`);

async function timeIn(file: string): Promise<number> {
  const stat = await readFile(file, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

export async function measure(pid: number, { url, requests, connections, seconds }: Load): Promise<Measured> {
  const before = await processorTime(pid);
  // Each connection requests its own part of the list: with one list for all, they would request the same at the same
  // time.
  let connection = 0;
  const setupClient = (client: autocannon.Client) => {
    const own = requests.filter((_, index) => index % connections === connection % connections);
    connection++;
    client.setRequests(own.length > 0 ? own : requests);
  };
  const result = await autocannon({
    url,
    requests: requests.slice(0, 1),
    setupClient,
    connections,
    duration: seconds,
  });
  const spent = (await processorTime(pid)) - before;
  // A redirect is no success, but "not modified" is.
  const unchanged = result.statusCodeStats?.['304']?.count ?? 0;
  const answered = result['2xx'] + unchanged;
  const failed = result.non2xx - unchanged + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${failed} requests were not answered with success`);
  return {
    perSecond: answered / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMicroseconds: (spent / answered) * 1e6,
  };
}

export const median = (values: number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
};
