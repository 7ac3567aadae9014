/** Measures how deeply a JSON text is nested and how many names it has, without parsing it. */

const [quote, backslash, colon] = ['"'.charCodeAt(0), '\\'.charCodeAt(0), ':'.charCodeAt(0)];

/**
 * Whether lists and objects are nested more than `max` levels deep. For a text that is not JSON, either result is
 * fine.
 */
export function isNestedDeeper(text: string, max: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (letter === quote) {
      // Skips the string: brackets in it are text.
      for (at++; at < text.length && text.charCodeAt(at) !== quote; at++)
        if (text.charCodeAt(at) === backslash) at++;
    }
    // [ and ], { and } differ by the bit 32 alone.
    else if ((letter | 32) === 123) {
      if (++depth > max) return true;
    } else if ((letter | 32) === 125) depth--;
  }
  return false;
}

/** Whether a JSON text has more than `max` names. */
export function hasMoreNames(text: string, max: number): boolean {
  let names = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (letter === quote)
      for (at++; at < text.length && text.charCodeAt(at) !== quote; at++)
        if (text.charCodeAt(at) === backslash) at++;
    if (letter === colon && ++names > max) return true;
  }
  return false;
}
