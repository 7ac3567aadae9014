/** ReDoS: each regular expression of the project takes linear time, and lint refuses those that would not. */
import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';
import { type Attack, attacksOn } from './attacks.ts';
import { ownPatterns } from './patterns.ts';

/** Finds a match at every character of a text. */
const linear = /([^])/gu;

/**
 * The maximum ratio to the time of `linear`; with 100,000 characters, quadratic time takes a thousand times as long.
 */
const maxTimes = 20;

/** One of these blocked the event loop for 20 seconds. */
const quadratic = [
  String.raw`/^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i`,
  String.raw`/\s*\n\s*/`,
  String.raw`/[^\s"'(]+@[^\s"')]+|mh_\w+|[\w-]{24,}|\$\d+/g`,
  String.raw`/[\s.,;:(]+$/`,
  String.raw`/POINT\s*Z?\s*\(/i`,
  String.raw`/^\S+@\S+\.\S+$/`,
];

const regexOf = (literal: string): RegExp => {
  const [, source = '', flags] = /^\/(.*)\/([a-z]*)$/s.exec(literal) ?? [];
  return new RegExp(source, flags);
};

const timeOf = (regex: RegExp, text: string): number => {
  const started = performance.now();
  // Searches the whole text; a sticky expression is tried at each position.
  if (regex.sticky) {
    regex.lastIndex = 0;
    regex.exec(text);
  } else text.replace(regex, '');
  return performance.now() - started;
};

const everywhere = (regex: RegExp): RegExp =>
  regex.global || regex.sticky ? regex : new RegExp(regex.source, `${regex.flags}g`);

/** The ratio to the linear one. The shortest of several tries, because other processes can only add time. */
function timesOf(regex: RegExp, text: string, tries = 6): number {
  let [own, floor] = [Infinity, Infinity];
  for (let at = 0; at < tries; at++) {
    own = Math.min(own, timeOf(regex, text));
    floor = Math.min(floor, timeOf(linear, text));
    if (own < maxTimes * floor) break;
  }
  return own / floor;
}

/** The first attack that is too slow, or the worst: all are tried with 4,000 characters, the slowest with 100,000. */
function worstOf(pattern: RegExp): { times: number; attack: string } {
  const regex = everywhere(pattern);
  const tried: Tried[] = [];
  const isTooSlow = (attack: Attack, length: number): boolean => {
    tried.push({ attack, times: timesOf(regex, attack.text(length)) });
    return (tried.at(-1)?.times ?? 0) > maxTimes;
  };
  const attacks = attacksOn(pattern);
  const isFound = attacks.some((attack) => isTooSlow(attack, 4000));
  const slowest = tried.toSorted((one, other) => other.times - one.times).slice(0, 3);
  if (!isFound) slowest.some(({ attack }) => isTooSlow(attack, 100_000));
  const worst = tried.reduce((one, other) => (other.times > one.times ? other : one));
  return { times: worst.times, attack: worst.attack.name };
}

type Tried = { attack: Attack; times: number };

const patterns = ownPatterns();

test('the patterns are found', () => {
  expect(patterns.length).toBeGreaterThan(100);
});

test.each(patterns)('takes linear time: $place', ({ regex }) => {
  const { times, attack } = worstOf(regex);
  expect(times, attack).toBeLessThan(maxTimes);
});

describe('expressions with quadratic time', () => {
  test.each(quadratic)('is found by its time: %s', (literal) => {
    expect(worstOf(regexOf(literal)).times).toBeGreaterThan(maxTimes);
  });

  test.each([
    ...quadratic.map((literal) => `export const shape = ${literal};`),
    'export const made = (source: string) => new RegExp(source);',
    'export const form = (text: string) => text.normalize();',
    'export const url = (text: string) => URL.parse(text);',
  ])('is refused by lint: %s', async (code) => {
    const [result] = await lint.lintText(`${code}\n`, { filePath: 'server/any.ts' });
    expect(result?.messages.map(({ ruleId }) => ruleId)).toContainEqual(
      expect.stringMatching(/^(regexp\/no-super-linear|no-restricted-syntax)/),
    );
  });
});

const lint = new ESLint();
