/** Searches as people type them, and whether one of the expected projects is among the first five. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/built.ts';
import type { RunningService } from '../set-up/running-service.ts';

export type JudgedQuery = { kind: string; q: string; right: string[] };
/** `suggestion`: nothing was found, and this is the result of the suggested spelling. */
export type Verdict = JudgedQuery & {
  first: { title: string; isRight: boolean }[];
  suggestion?: string | undefined;
  isGood: boolean;
};

const considered = 5;

export const catalogueFile = join(root, 'server/demo/catalog.json');
export const judgedQueries = JSON.parse(
  readFileSync(new URL('judged-queries.json', import.meta.url), 'utf8'),
) as JudgedQuery[];

/** A finder key on a service with the published catalogue. */
export async function fillWithCatalogue(service: RunningService): Promise<string> {
  const words = ['import', catalogueFile, '--owner', 'catalogue@example.org', '--publish'];
  const { code, stdout, stderr } = await service.operator(...words);
  if (code !== 0) throw new Error(`The catalogue was not imported: ${stdout}${stderr}`);
  return (await service.operator<{ key: string }>('key', 'seeker@example.org')).json.key;
}

type Reply = {
  results: { title: string }[];
  suggestion?: string;
  understood?: { q: string; near: { lat: number; lng: number } };
};

/** Sends every query over HTTP, one after another; if nothing is found, uses the suggested spelling. */
export async function judge(service: RunningService, key: string): Promise<Verdict[]> {
  const ask = async (q: string, place: Record<string, string> = {}): Promise<Reply> => {
    const asked = new URLSearchParams({ format: 'json', limit: String(considered), q, ...place, key });
    const reply = await service.get(`/finder?${asked}`);
    if (!reply.ok) throw new Error(`${q}: ${await reply.text()}`);
    return (await reply.json()) as Reply;
  };
  /** A place in the words is sent as one, as our own page does. */
  const askAsMeant = async (q: string) => {
    const reply = await ask(q);
    if (!reply.understood) return reply;
    const { near, q: words } = reply.understood;
    return ask(words, { lat: String(near.lat), lng: String(near.lng) });
  };
  const verdicts: Verdict[] = [];
  for (const query of judgedQueries) {
    const { results, suggestion } = await askAsMeant(query.q);
    const isOffered = results.length === 0 && suggestion !== undefined;
    const shown = isOffered ? (await ask(suggestion)).results : results;
    const first = shown.map(({ title }) => ({ title, isRight: query.right.includes(title) }));
    const isGood = first.some(({ isRight }) => isRight);
    verdicts.push({ ...query, first, isGood, ...(isOffered && { suggestion }) });
  }
  return verdicts;
}

export const share = (verdicts: Verdict[]): number =>
  verdicts.filter(({ isGood }) => isGood).length / verdicts.length;
