/** The slowest requests of a run, in total and per kB; sent again alone, because others ran at the same time. */
import type { Fuzzed } from './requests.ts';

export type Timed = { at: number; request: Fuzzed; ms: number; kilobytes: number; msPerKilobyte: number };

const kept = 40;
const shownOfEach = 8;
const rounds = 3;
/** Kilobytes. A shorter request takes a minimum of time that does not depend on its length. */
const fewestKilobytes = 2;

const sizeOf = ({ path, body }: Fuzzed): number => (path.length + (body?.length ?? 0)) / 1000;

export class Slowest {
  readonly #byMs: Timed[] = [];
  readonly #perKilobyte: Timed[] = [];

  add(at: number, request: Fuzzed, ms: number): void {
    const kilobytes = sizeOf(request);
    const timed = { at, request, ms, kilobytes, msPerKilobyte: ms / Math.max(kilobytes, fewestKilobytes) };
    keep(this.#byMs, timed, (one) => one.ms);
    if (kilobytes >= fewestKilobytes) keep(this.#perKilobyte, timed, (one) => one.msPerKilobyte);
  }

  /** The lowest of a few times each, the slowest first. */
  async askedAgain(
    ask: (request: Fuzzed) => Promise<number>,
  ): Promise<{ byMs: Timed[]; perKilobyte: Timed[] }> {
    const again = async (all: Timed[]): Promise<Timed[]> => {
      const timed: Timed[] = [];
      for (const { at, request, kilobytes } of all) {
        let ms = Infinity;
        for (let round = 0; round < rounds; round++) ms = Math.min(ms, await ask(request));
        timed.push({ at, request, ms, kilobytes, msPerKilobyte: ms / Math.max(kilobytes, fewestKilobytes) });
      }
      return timed;
    };
    const [byMs, perKilobyte] = [await again(this.#byMs), await again(this.#perKilobyte)];
    return {
      byMs: byMs.toSorted((one, other) => other.ms - one.ms).slice(0, shownOfEach),
      perKilobyte: perKilobyte
        .toSorted((one, other) => other.msPerKilobyte - one.msPerKilobyte)
        .slice(0, shownOfEach),
    };
  }
}

function keep(all: Timed[], timed: Timed, valueOf: (one: Timed) => number): void {
  const last = all.at(-1);
  if (last && all.length === kept && valueOf(last) >= valueOf(timed)) return;
  const place = all.findIndex((one) => valueOf(one) < valueOf(timed));
  all.splice(place < 0 ? all.length : place, 0, timed);
  if (all.length > kept) all.pop();
}

export const shownTime = ({ at, request, ms, kilobytes, msPerKilobyte }: Timed): string =>
  `${ms.toFixed(1).padStart(7)} ms ${kilobytes.toFixed(1).padStart(7)} kB ${msPerKilobyte.toFixed(2).padStart(6)} ms/kB  #${at} ${request.row ?? request.method} ${beginning(request)}`;

/** Identifies the value: the longest run of letters is shortened. */
const beginning = ({ path, body }: Fuzzed): string =>
  JSON.stringify(
    `${path.replace(/^[^?]*\??/, '')} ${body?.toString('latin1', 0, 60_000) ?? ''}`
      .replace(/mh_\w+/g, 'KEY')
      .replace(/(.{1,8}?)\1{4,}/gs, '$1…')
      .slice(0, 160),
  );
