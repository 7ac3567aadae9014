/**
 * The kinds of values that a `data-` attribute may have. `wants` describes the value in a console line; `read`
 * returns undefined for text that is not one.
 */
export type SettingKind<T> = { wants: string; read: (text: string) => T | undefined; fallback?: T };

export type Rows = Record<string, SettingKind<unknown>>;
export type SettingsOf<R extends Rows> = {
  [Name in keyof R]: R[Name] extends { fallback: infer T extends string | number }
    ? T
    : R[Name] extends SettingKind<infer T>
      ? T | undefined
      : never;
};

/** One of a fixed list; with a fallback where the attribute may be left out. */
export const oneOf = <const T extends string, F extends T | undefined = undefined>(
  values: readonly T[],
  fallback?: F,
) => ({
  values,
  wants: values.join(' or '),
  read: (text: string) => values.find((value) => value === text.toLowerCase()),
  fallback: fallback as F extends T ? T : undefined,
});

export const anyText: SettingKind<string> = { wants: 'text', read: (text) => text };

/** Text of at most `max` characters. */
export const shortText = (max: number): SettingKind<string> => ({
  wants: `text of at most ${max} characters`,
  read: (text) => (text.length > max ? undefined : text),
});

export const positiveInteger: SettingKind<number> = {
  wants: 'a whole number above 0',
  read: (text) => (/^[1-9]\d{0,15}$/.test(text) ? +text : undefined),
};

export const wholeNumber: SettingKind<number> = {
  wants: 'a whole number',
  read: (text) => (/^-?\d{1,15}$/.test(text) ? +text : undefined),
};

export const notNegative: SettingKind<number> = {
  wants: 'a number that is not negative',
  read: (text) => (+text >= 0 && +text < Infinity ? +text : undefined),
};

/** Reads every attribute. An unreadable value counts as left out; `wrong` has a sentence about each. */
export function readSettings<R extends Rows>(rows: R, attribute: (name: string) => string | null) {
  const wrong: string[] = [];
  const settings: Record<string, unknown> = {};
  for (const [name, { wants, read, fallback }] of Object.entries(rows)) {
    const text = attribute(`data-${name}`)?.trim();
    const value = text ? read(text) : undefined;
    if (text && value === undefined) wrong.push(`data-${name}="${text}" must be ${wants}.`);
    settings[name] = value ?? fallback;
  }
  return { settings: settings as SettingsOf<R>, wrong };
}
