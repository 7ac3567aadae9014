/**
 * Hostile texts for a regular expression: the shortest text that leads to each of its quantifiers, then many
 * repetitions of the quantified part, then a text that fails. Engines with polynomial backtracking show it.
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** A text of about `length` characters. */
export type Attack = { name: string; text: (length: number) => string };

const usual = [...'a0Z_-./@ ,;:?<(["%&=+$#!\\\'', '\n', '\t', '\0', 'é', '\u0301', '鳥', '😀'];
const suffixes = ['', '\0', '!', 'x', '1', ' ', '\n', '@', '\ud800'];
const maxPumps = 8;

export function attacksOn(regex: RegExp): Attack[] {
  const { source, flags } = regex;
  const isUnicode = flags.includes('u');
  const tree = new RegExpParser().parsePattern(source, 0, source.length, { unicode: isUnicode });
  const candidates = [...new Set([...charactersOf(tree), ...usual])];
  const sampling = { flags: flags.replace(/[gy]/g, ''), candidates };
  const attacks = new Map<string, Attack>();
  const add = (before: string, pump: string, after: string) => {
    const name = JSON.stringify([before, pump, after]);
    attacks.set(name, {
      name,
      text: (length) => before + pump.repeat(Math.max(1, Math.round(length / pump.length))) + after,
    });
  };
  for (const pump of candidates) for (const after of ['', '\0', '!']) add('', pump, after);
  for (const quantifier of quantifiersOf(tree)) {
    const before = beginningBefore(quantifier, sampling);
    for (const pump of samplesOf(quantifier.element, sampling).slice(0, maxPumps))
      for (const after of suffixes) {
        add(before, pump, after);
        // Many starts of a match that never ends: a search from each of them.
        if (before !== '') add('', before + pump, after);
      }
  }
  return [...attacks.values()];
}

type Sampling = { flags: string; candidates: string[] };

const childrenOf = (node: AST.Node): AST.Node[] =>
  'alternatives' in node
    ? node.alternatives
    : node.type === 'Alternative'
      ? node.elements
      : node.type === 'Quantifier'
        ? [node.element]
        : [];

const allOf = (node: AST.Node): AST.Node[] => [node, ...childrenOf(node).flatMap(allOf)];
const charactersOf = (tree: AST.Node): string[] =>
  allOf(tree).flatMap((node) => (node.type === 'Character' ? [String.fromCodePoint(node.value)] : []));
const quantifiersOf = (tree: AST.Node): AST.Quantifier[] =>
  allOf(tree).filter((node): node is AST.Quantifier => node.type === 'Quantifier' && node.max > 8);

/** Texts that one part matches, among the candidates; for a sequence, one. */
function samplesOf(node: AST.Node, sampling: Sampling): string[] {
  if (node.type === 'Character') return [String.fromCodePoint(node.value)];
  if (node.type === 'CharacterSet' || node.type === 'CharacterClass') {
    const one = new RegExp(`^(?:${node.raw})$`, sampling.flags);
    return sampling.candidates.filter((candidate) => one.test(candidate));
  }
  if (node.type === 'Group' || node.type === 'CapturingGroup')
    return node.alternatives.flatMap((alternative) => samplesOf(alternative, sampling));
  if (node.type === 'Alternative') return [node.elements.map((each) => sampleOf(each, sampling)).join('')];
  if (node.type === 'Quantifier') return [sampleOf(node.element, sampling).repeat(Math.max(1, node.min))];
  return [];
}

const sampleOf = (node: AST.Node, sampling: Sampling): string =>
  node.type === 'Quantifier' && node.min === 0 ? '' : (samplesOf(node, sampling)[0] ?? '');

/** The text before a part: a sample of everything in front of it. */
function beginningBefore(part: AST.Node, sampling: Sampling): string {
  let beginning = '';
  for (let node = part; node.parent; node = node.parent) {
    if (node.parent.type !== 'Alternative') continue;
    const { elements } = node.parent;
    const before = elements.slice(0, elements.indexOf(node as AST.Element));
    beginning = before.map((each) => sampleOf(each, sampling)).join('') + beginning;
  }
  return beginning;
}
