/** JSONP: the reply as a call of a function that the page names, for pages that load it with a script element. */
import { fault, field } from '../fields/field.ts';

const callbackShape = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/;

/**
 * The reserved words of ECMAScript (12.7.2), including those of strict code and modules, and globals that cannot be a
 * function: a script that calls one fails in the page, which would never learn why. They are refused in each part of a
 * dotted name, because old engines do not allow them there.
 */
const reservedWords = new Set(
  [
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends',
    'false finally for function if implements import in Infinity instanceof interface let NaN new null package',
    'private protected public return static super switch this throw true try typeof undefined var void while with',
    'yield',
  ].flatMap((line) => line.split(' ')),
);

const longestCallback = 64;
const callbackExpected = `must be a JavaScript name of at most ${longestCallback} characters, and not a reserved word`;

const isCallback = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= longestCallback &&
  callbackShape.test(value) &&
  !value.split('.').some((part) => reservedWords.has(part));

/** A callback: dotted identifiers, at most 64 characters in all, because it is written into a script. */
const callbackName = (description: string) =>
  field(
    {
      longest: longestCallback,
      tooLong: callbackExpected,
      read: (value) => (isCallback(value) ? value : fault(callbackExpected)),
    },
    description,
    { type: 'string', maxLength: longestCallback, pattern: callbackShape.source },
  ).optional();

/** The fields of every operation with JSONP. */
export const jsonpFields = {
  jsonp: callbackName('JSONP: the name of the function that the reply calls'),
  callback: callbackName('the same under the name that jQuery uses; if both are sent, `jsonp` counts'),
};

/** The function that the reply is to call; undefined if none is named, or its name is not allowed. */
export function callbackIn(query: Record<string, unknown>): string | undefined {
  const named = query['jsonp'] ?? query['callback'];
  return isCallback(named) ? named : undefined;
}
