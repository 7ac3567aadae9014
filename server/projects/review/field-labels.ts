/** The names of project fields as editors read them, whose pages and mails are in English. */
import { ownEntry } from '../../../src/contract/fields/own-entry.ts';
import words from '../../../src/ui/words/en.json' with { type: 'json' };

export const labelOf = (field: string): string => ownEntry(words.labels, field) ?? field;
