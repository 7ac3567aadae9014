/** Explains refused reports: the meaning of each and its remedy, from the tables that the API reference prints. */
import { contributed } from '../stats/disclosure.ts';
import type { RefusedOf } from '../../src/contract/pages/project-tools.ts';
import { recordEventInput } from '../../src/contract/api/event.ts';
import { refusals, type RefusalCode } from '../../src/contract/api/refusals.ts';
import { type RefusedReport, type UnfilledCode, unfilledCodes } from './refused-reports.ts';

type DescribedCode = {
  description?: string | undefined;
  unwrap?: () => { description?: string | undefined };
};

/** The rule for the values of a field, in the words of the reference. */
const must = new Map(
  Object.entries(recordEventInput.shape as Record<string, DescribedCode>).flatMap(([name, field]) => {
    const text = field.description ?? field.unwrap?.().description;
    return text === undefined ? [] : [[name, text] as const];
  }),
);

const unfilled: Record<UnfilledCode, { means: string; todo: string }> = {
  placeholder: {
    means:
      'It came in a link as the number of a submission. Participants are credited, and numbers do not count.',
    todo: 'Let the form tool fill in the number, and try the link that a participant gets.',
  },
  shared: {
    means: 'Two people came with it as the number of their submission; the first has the credit.',
    todo: 'If every link has this text, the form tool does not fill in the number.',
  },
};
/** The row about contributions of the last seven days that took very long. */
export const explainLong = (count: number, today: string): RefusedOf[] =>
  count === 0
    ? []
    : [
        {
          code: 'long',
          text: 'duration',
          count: contributed(count),
          last: today,
          means:
            'Recorded with more than 8 hours. Their hours count for participants once they say that these are right.',
          todo: 'See whether you send milliseconds, or the time for which a tab was open.',
        },
      ];
const isUnfilled = (code: string): code is UnfilledCode =>
  (unfilledCodes as readonly string[]).includes(code);

export const explainRefused = (rows: RefusedReport[]): RefusedOf[] =>
  rows.flatMap(({ code, field, count, last }) => {
    if (isUnfilled(code)) return { code, text: field, count: contributed(count), last, ...unfilled[code] };
    // A code of a later release, which ran on this store before: it cannot be explained here.
    if (!Object.hasOwn(refusals, code)) return [];
    const { means, todo } = refusals[code as RefusalCode];
    const wanted = must.get(field);
    return {
      code,
      count: contributed(count),
      last,
      means,
      todo,
      ...(field !== '' && { field }),
      ...(wanted !== undefined && { must: wanted }),
    };
  });
