/** The forms of a project's managers about programmes: ask to be listed, accept an invitation, leave. */
import { id as idField } from '../../src/contract/fields/kinds.ts';
import type { ToolsProgrammes } from '../../src/contract/pages/programmes.ts';
import type { PageHandlers, Visit } from '../http/pages.ts';
import { badField } from '../http/refusal.ts';
import { mustBeEligible, type ProgrammeWork } from './manager-pages.ts';
import { noProgramme } from './pages.ts';
import { headOf } from './said.ts';

type OwnerPages = Pick<ProgrammeWork, 'programmes' | 'missing' | 'tell'> & {
  /** The open project of an address that the visitor manages. */
  managed: (visit: Visit) => Promise<{ id: number; path: string } | undefined>;
};

const programmeId = idField('the programme');

export const programmeOwnerPages = ({ programmes, missing, tell, managed }: OwnerPages): PageHandlers => ({
  'POST /project/:project/programmes': async (visit) => {
    const project = await managed(visit);
    if (!project) throw noProgramme();
    const { fields, now } = visit;
    const read = programmeId.safeParse(fields['programme_id']);
    const programme = read.success ? await programmes.find(read.data) : undefined;
    if (!read.success || programme?.state !== 'open')
      throw badField('programme_id', 'must be an open programme');
    const to = { to: `${project.path}/tools#programmes` };
    if (fields['act'] === 'leave') {
      const isLeft = await programmes.list(read.data, project.id, { from: ['listed'], to: 'left' }, now);
      const isEnded =
        !isLeft &&
        (await programmes.list(read.data, project.id, { from: ['asked', 'invited'], to: 'none' }, now));
      if (isLeft || isEnded) await tell('left', programme, project.id, visit);
      return to;
    }
    mustBeEligible((await missing(project.id, now)) ?? ['published']);
    if (await programmes.list(read.data, project.id, { from: ['invited'], to: 'listed' }, now))
      await tell('listed', programme, project.id, visit);
    else if (await programmes.list(read.data, project.id, { from: ['none', 'left'], to: 'asked' }, now))
      await tell('asked', programme, project.id, visit);
    return to;
  },
});

/** The programmes of a project, for its Tools tab. */
export async function toolsProgrammes(
  { programmes, missing }: Pick<OwnerPages, 'programmes' | 'missing'>,
  projectId: number,
  now: number,
): Promise<ToolsProgrammes> {
  const own = await programmes.ofProject(projectId, ['asked', 'invited', 'listed']);
  const taken = new Set(own.map(({ programme_id }) => programme_id));
  return {
    own: own.map(({ listing, ...one }) => ({ programme: headOf(one), state: listing })),
    open: (await programmes.open()).filter(({ programme_id }) => !taken.has(programme_id)).map(headOf),
    missing: (await missing(projectId, now)) ?? ['published'],
  };
}
