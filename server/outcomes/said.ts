/** An outcome as pages, feeds and certificates say it. */
import type { OutcomeSaid } from '../../src/contract/pages/outcomes.ts';
import { dayOf } from '../text/day.ts';
import type { OutcomeTables } from './schema.ts';

const sentenceIn = (sentences: Record<string, string>, lang: string | undefined) =>
  lang !== undefined && Object.hasOwn(sentences, lang)
    ? { sentence: sentences[lang] ?? '', lang }
    : { sentence: sentences[''] ?? '' };

/** An outcome for a reader of a language. */
export const saidOf = (row: OutcomeTables['outcomes'], lang: string | undefined): OutcomeSaid => ({
  id: row.outcome_id,
  kind: row.kind,
  ...sentenceIn(JSON.parse(row.sentences) as Record<string, string>, lang),
  ...(row.link !== null && { link: row.link }),
  at: dayOf(row.shown_at ?? row.created_at),
});
