/** The contrast of the chosen colours, in the words of WCAG 2.2 (1.4.3 and 1.4.11). */
import { contrast, leastContrast } from '../../contract/fields/colour.ts';
import { ownEntry } from '../../contract/fields/own-entry.ts';
import { customProperties } from '../../attributes/look-names.ts';
import type { AttributeValues } from '../../embed-code/embeds.ts';

const pairs = [
  ['text', 'background'],
  ['muted', 'background'],
  ['accent', 'background'],
  ['accent-text', 'accent'],
] as const;

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
                  isEnough: ratio >= leastContrast,
                },
              ];
        }),
  );
}
