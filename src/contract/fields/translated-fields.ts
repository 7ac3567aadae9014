/** The fields of a project that may be given in further languages. */

/** The translated fields, each with the characters of the field itself. */
export const translatedFields = {
  name: 300,
  description: 20_000,
  goal: 120,
  task: 120,
  how_to_join: 20_000,
  time_commitment: 300,
  gear: 20_000,
} as const;
export type TranslatedField = keyof typeof translatedFields;
/** The texts of a project that are in a language: the translated ones, and one that is only as it was written. */
export const partNames = [...(Object.keys(translatedFields) as TranslatedField[]), 'special_skills'] as const;
/** The code of the language of each, if it is known. */
export type PartLanguages = Partial<Record<(typeof partNames)[number], string>>;
export type Translation = Partial<Record<TranslatedField, string>>;
/** By the code of the language. */
export type Translations = Record<string, Translation>;
