/**
 * The proof that a project's managers control a site: a line that we made, in a file of the site or in a DNS record.
 * Without it, anybody could register somebody else's site, and receive there what participants allow.
 */
import { Resolver } from 'node:dns/promises';
import { proofFile, proofLabel } from '../../../src/contract/pages/origin.ts';
import { FetchFault, type FetchPage, type FetchWhy } from '../../http/outgoing/fetch-guarded.ts';

/** Milliseconds for one question to a DNS server. */
const patience = 3_000;

/** `elsewhere`: the file leads to another site, which proves nothing about this one. `other`: it lacks the line. */
export type ProofWhy = FetchWhy | 'elsewhere' | 'other';

/** Returns undefined if the file or the record has the line, otherwise why the file does not prove it. */
export async function proofFault(
  origin: string,
  line: string,
  { fetchPage, servers }: { fetchPage: FetchPage; servers?: string[] },
): Promise<ProofWhy | undefined> {
  const [inFile, records] = await Promise.all([
    fileFault(fetchPage, origin, line),
    txtRecords(new URL(origin).hostname, servers),
  ]);
  return inFile !== undefined && records.includes(line) ? undefined : inFile;
}

async function fileFault(fetchPage: FetchPage, origin: string, line: string): Promise<ProofWhy | undefined> {
  try {
    const { bytes, url } = await fetchPage(origin + proofFile);
    if (url.origin !== origin) return 'elsewhere';
    const lines = bytes.toString('utf8').split(/\r?\n/);
    return lines.some((one) => one.trim() === line) ? undefined : 'other';
  } catch (error) {
    if (error instanceof FetchFault) return error.why;
    throw error;
  }
}

/** The TXT records of a host's proof; none if there is no such name, or no answer. */
async function txtRecords(host: string, servers?: string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: patience, tries: 1 });
  if (servers) resolver.setServers(servers);
  const records = await resolver.resolveTxt(`${proofLabel}.${host}`).catch(() => []);
  return records.map((parts) => parts.join('').trim());
}
