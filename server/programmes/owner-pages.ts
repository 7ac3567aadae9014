/** The forms of a project's managers about programmes: ask to be listed, accept an invitation, leave. */
import type { ToolsProgrammes } from '../../src/contract/pages/programmes.ts';
import { foundBy } from '../http/found-by-number.ts';
import type { PageHandlers } from '../http/pages.ts';
import { badField } from '../http/refusal.ts';
import type { ProgrammeDeps } from './deps.ts';
import { mustBeEligible } from './manager-pages.ts';
import { noProgramme } from './pages.ts';
import { headOf } from './said.ts';
import { leaving } from './store.ts';

export const programmeOwnerPages = (deps: ProgrammeDeps): PageHandlers => ({
  'POST /project/:project/programmes': async (visit) => {
    const { programmes, missing, tell, managedProject } = deps;
    const project = await managedProject(visit);
    if (!project) throw noProgramme();
    const { fields, now } = visit;
    const programme = await foundBy(fields['programme_id'], programmes.find);
    if (programme?.state !== 'open') throw badField('programme_id', 'must be an open programme');
    const { programme_id: id } = programme;
    const to = { to: `${project.path}/tools#programmes` };
    if (fields['act'] === 'leave') {
      if (await programmes.list(id, project.id, leaving, now))
        await tell('left', programme, project.id, visit);
      return to;
    }
    mustBeEligible((await missing(project.id, now)) ?? ['published']);
    const moves = { invited: 'listed', none: 'asked', left: 'asked' } as const;
    const news = await programmes.list(id, project.id, moves, now);
    if (news) await tell(news, programme, project.id, visit);
    return to;
  },
});

/** The programmes of a project, for its Tools tab. */
export const toolsProgrammes =
  ({ programmes, missing }: Pick<ProgrammeDeps, 'programmes' | 'missing'>) =>
  async (projectId: number, now: number): Promise<ToolsProgrammes> => {
    const own = await programmes.ofProject(projectId, ['asked', 'invited', 'listed']);
    const taken = new Set(own.map(({ programme_id }) => programme_id));
    return {
      own: own.map(({ listing, ...one }) => ({ programme: headOf(one), state: listing })),
      open: (await programmes.open()).filter(({ programme_id }) => !taken.has(programme_id)).map(headOf),
      missing: (await missing(projectId, now)) ?? ['published'],
    };
  };
