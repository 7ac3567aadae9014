/** The contrast of the chosen colours, in the words of WCAG 2.2 (1.4.3 and 1.4.11). */
import { ownEntry } from '../../contract/fields/own-entry.ts';
import { customProperties } from '../../attributes/look-names.ts';
import type { AttributeValues } from '../../embed-code/embeds.ts';

/** Relative luminance (WCAG 2.2); undefined for what is no `#rgb` or `#rrggbb`. */
function luminance(colour: string): number | undefined {
  const [, short, long] = /^#(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(colour) ?? [];
  const digits = long ?? short?.replace(/./g, '$&$&');
  if (digits === undefined) return undefined;
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const part = parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(one: string, other: string): number | undefined {
  const [a, b] = [luminance(one), luminance(other)];
  return a === undefined || b === undefined ? undefined : (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const pairs = [
  ['text', 'background'],
  ['muted', 'background'],
  ['accent', 'background'],
  ['accent-text', 'accent'],
] as const;

const least = 4.5;

/** `what`: the colour of the text. */
export type Judged = {
  what: (typeof pairs)[number][0];
  theme: 'light' | 'dark';
  ratio: string;
  isEnough: boolean;
};

/** Each pair of colours of which at least one was chosen, for the themes that may be shown. */
export function judgedContrasts(look: AttributeValues, theme: string | undefined): Judged[] {
  const themes: Judged['theme'][] = theme === 'light' || theme === 'dark' ? [theme] : ['light', 'dark'];
  return pairs.flatMap(([over, under]) =>
    look[over] === undefined && look[under] === undefined
      ? []
      : themes.flatMap((each) => {
          const of = (name: string) => look[name] ?? ownEntry(customProperties, name)?.[each] ?? '';
          const ratio = contrast(of(over), of(under));
          // Rounded down: 4.499 must not read as enough.
          return ratio === undefined
            ? []
            : [
                {
                  what: over,
                  theme: each,
                  ratio: `${Math.floor(ratio * 10) / 10}`,
                  isEnough: ratio >= least,
                },
              ];
        }),
  );
}
