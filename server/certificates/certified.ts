/** A stored statement as pages show it: with the names of the projects, and seconds as hours. */
import type { Amount, Certified } from '../../src/contract/pages/certificates.ts';
import type { ParticipantsProject } from '../../src/contract/pages/me.ts';
import { utc } from '../text/zone.ts';
import type { PeriodStatement } from './statement.ts';

/** The name of a project that may be shown; undefined for one that is withheld or not published. */
export type OpenHead = (projectId: number, lang?: string) => Promise<ParticipantsProject | undefined>;

const amount = ({ events, seconds }: { events: number; seconds: number }): Amount => ({
  events,
  hours: Math.round(seconds / 36) / 100,
});

const both = ({ reported, own }: Pick<PeriodStatement['total'], 'reported' | 'own'>) => ({
  reported: amount(reported),
  own: amount(own),
});

/** `lang`: of the reader, for the names. */
export async function certified(
  statement: PeriodStatement,
  openHead: OpenHead,
  lang?: string,
): Promise<Certified> {
  const { holder, from, to, zone = utc, lines, others, total } = statement;
  return {
    holder,
    from,
    to,
    zone,
    lines: await Promise.all(
      lines.map(async (line) => ({
        // A project without a title here is one that must not be named; the page says so in its language.
        project: (await openHead(line.project_id, lang)) ?? { id: line.project_id, title: '' },
        ...both(line),
      })),
    ),
    ...(others && { others: { projects: others.projects, ...both(others) } }),
    total: both(total),
  };
}
