/** A stored statement as pages show it: with the names of the projects, and seconds as hours. */
import type { Amount, Certified } from '../../src/contract/pages/certificates.ts';
import type { OutcomeSaid } from '../../src/contract/pages/outcomes.ts';
import type { ParticipantsProject } from '../../src/contract/pages/me.ts';
import { utc } from '../text/zone.ts';
import type { ProgrammeSaid } from '../../src/contract/pages/programmes.ts';
import type { AwardSaid } from './credential.ts';
import type { PeriodStatement } from './statement.ts';
import type { Award, Certificate } from './store.ts';

/** A certificate names projects as they are today; undefined for one that is withheld or not published. */
export type ProjectsSaid = {
  openHead: (projectId: number, lang?: string) => Promise<ParticipantsProject | undefined>;
  vouches: (projectId: number) => Promise<Certified['lines'][number]['vouches']>;
  /** The outcomes with these ids that are still shown, by project. */
  told: (outcomeIds: number[], lang?: string) => Promise<Map<number, OutcomeSaid[]>>;
  /** A programme whose award an account still has; undefined also while an operator withholds it. */
  awarded: (award: Award, now: number, lang?: string) => Promise<Awarded | undefined>;
};

/** An award as its page and its badge say it. */
type Awarded = { programme: ProgrammeSaid; said: AwardSaid };

/** The address at which others check a certificate. */
export const pathOf = (token: string) => `/certificate/${token}`;

/** A certificate that is an award. */
export const isAward = (certificate: Certificate): certificate is Award =>
  'programme' in certificate.statement;

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
  { openHead, vouches, told }: Pick<ProjectsSaid, 'openHead' | 'vouches' | 'told'>,
  lang?: string,
): Promise<Certified> {
  const { holder, from, to, zone = utc, lines, outcomes = [], others, total } = statement;
  const toldOf = await told(outcomes, lang);
  return {
    holder,
    from,
    to,
    zone,
    lines: await Promise.all(
      lines.map(async (line) => {
        const vouching = await vouches(line.project_id);
        return {
          // A project without a title here is one that must not be named; the page says so in its language.
          project: (await openHead(line.project_id, lang)) ?? { id: line.project_id, title: '' },
          ...both(line),
          ...(vouching && { vouches: vouching }),
          outcomes: toldOf.get(line.project_id) ?? [],
        };
      }),
    ),
    ...(others && { others: { projects: others.projects, ...both(others) } }),
    total: both(total),
  };
}
