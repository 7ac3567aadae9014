/** ReDoS: each regular expression of the project takes linear time, and lint refuses those that would not. */
import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';
import { type Attack, attacksOn } from './attacks.ts';
import { ownPatterns } from './patterns.ts';

/** Finds a match at every character of a text. */
const linear = /([^])/gu;

/**
 * The maximum ratio to the time of `linear` with 4,000 characters. On a busy machine a linear expression may exceed it,
 * too; but the ratio of a quadratic one grows with the length: with four times as many it must exceed twice as much.
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

/** Milliseconds: other processes do not add as much to each of two tries. */
const certainlySlow = 500;

/** The ratio to the linear one. The shortest of several tries, because other processes can only add time. */
function timesOf(regex: RegExp, text: string, max: number, tries = 6): number {
  let [own, floor] = [Infinity, Infinity];
  for (let at = 0; at < tries; at++) {
    own = Math.min(own, timeOf(regex, text));
    floor = Math.min(floor, timeOf(linear, text));
    if (own < max * floor || (at > 0 && own > certainlySlow)) break;
  }
  return own / floor;
}

/** The first attack that is too slow: all are tried with 4,000 characters, the slowest with 100,000, too. */
function slowAttackOn(pattern: RegExp): string | undefined {
  const regex = everywhere(pattern);
  const tried: { attack: Attack; times: number }[] = [];
  const exceeds = (attack: Attack, length: number, max: number): boolean => {
    const times = timesOf(regex, attack.text(length), max);
    tried.push({ attack, times });
    return times > max;
  };
  const found = attacksOn(pattern).find(
    (attack) => exceeds(attack, 4000, maxTimes) && exceeds(attack, 16_000, 2 * maxTimes),
  );
  const slowest = tried.toSorted((one, other) => other.times - one.times).slice(0, 3);
  const late = found ? undefined : slowest.find(({ attack }) => exceeds(attack, 100_000, 5 * maxTimes));
  return (found ?? late?.attack)?.name;
}

const patterns = ownPatterns();

test('the patterns are found', () => {
  expect(patterns.length).toBeGreaterThan(100);
});

test.each(patterns)('takes linear time: $place', ({ regex }) => {
  expect(slowAttackOn(regex)).toBeUndefined();
});

describe('expressions with quadratic time', () => {
  test.each(quadratic)('is found by its time: %s', (literal) => {
    expect(slowAttackOn(regexOf(literal))).toBeDefined();
  });

  test.each([
    ...quadratic.map((literal) => `export const shape = ${literal};`),
    'export const made = (source: string) => new RegExp(source);',
    'export const form = (text: string) => text.normalize();',
    'export const url = (text: string) => URL.parse(text);',
  ])('is refused by lint: %s', async (code) => {
    const [result] = await lint.lintText(`${code}\n`, { filePath: 'server/text/day.ts' });
    expect(result?.messages.map(({ ruleId }) => ruleId)).toContainEqual(
      expect.stringMatching(/^(regexp\/no-super-linear|no-restricted-syntax)/),
    );
  });
});

const lint = new ESLint();
