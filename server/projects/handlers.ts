/** GET /api/project/<id> and POST /api/project/add. */
import type { z } from 'zod';
import type { ProjectDetail, projectDetailInput } from '../../src/contract/api/project.ts';
import type { Caller, Facts } from '../http/facts.ts';
import { isContactByWebsite } from '../../src/contract/ppsr/in-our-names.ts';
import { isShown } from './visibility.ts';
import { noProject } from '../http/refusal.ts';
import { mustBeOwn } from './access.ts';
import { projectPath } from './derived/project-text.ts';
import { readSent, type SentProject } from './reading/read-sent.ts';
import { revised } from './changes.ts';
import { apartReader } from './reading/read-apart.ts';
import { cardIn } from './derived/project-text.ts';
import { withAddresses } from '../text/our-addresses.ts';
import type { ProjectStore } from './store.ts';

type Update = Extract<SentProject, { serviceId: number }>;

/** `mainAddress`: the address that an account's mail goes to. */
export type ProjectDeps = {
  baseUrl: string;
  mainAddress: (accountId: number) => Promise<string | undefined>;
};

export function projectHandlers(projects: ProjectStore, { baseUrl, mainAddress }: ProjectDeps) {
  const readApart = apartReader();
  const answer = (id: number, name: string, state: 'awaiting_review' | 'published', warnings: string[]) => ({
    project_id: id,
    service_id: id,
    state,
    url: `${baseUrl}${projectPath(id, name)}`,
    ...(warnings.length > 0 && { warnings }),
  });

  async function update({ serviceId, said, sentAs, warnings }: Update, caller: Caller, now: number) {
    const by = { how: 'update' as const, accountId: caller.accountId, lineage: caller.lineage };
    const { project, pending, kept, held, isPublished } = await projects.revise(
      serviceId,
      by,
      now,
      (before) => {
        const own = mustBeOwn(before, caller);
        return { ...revised(own, said), isPublished: own.isPublished };
      },
    );
    const named = (fields: string[]) => fields.map((field) => sentAs[field] ?? field).join(', ');
    const notes = [
      ...(kept.length > 0 ? [`left as an editor corrected: ${named(kept)}`] : []),
      ...(held.length > 0 ? [`awaits review before it is shown: ${named(held)}`] : []),
    ];
    const isWaiting = !isPublished || Object.keys(pending).length > 0;
    return answer(serviceId, project.name, isWaiting ? 'awaiting_review' : 'published', [
      ...warnings,
      ...notes,
    ]);
  }

  return {
    'GET /api/project/:project_id': async (
      { project_id, lang }: z.output<typeof projectDetailInput>,
      caller: Caller,
    ) => {
      const row = await projects.row(project_id);
      if (!row || !(isShown(row) || (await projects.manages(project_id, caller.accountId))))
        throw noProject();
      return withAddresses(cardIn(JSON.parse(row.detail) as ProjectDetail, lang), baseUrl);
    },

    'POST /api/project/add': async (fields: Record<string, unknown>, caller: Caller, facts: Facts) => {
      const { now, unread } = facts;
      const mayNeedContact = unread !== undefined || isContactByWebsite(fields);
      const contact = mayNeedContact ? await mainAddress(caller.accountId) : undefined;
      const sent = unread ? await readApart({ ...unread, contact }, facts.ip) : readSent(fields, contact);
      if (sent.serviceId !== undefined) return update(sent, caller, now);
      const { project, warnings } = sent;
      const id = await projects.add(
        { project, accountId: caller.accountId, lineage: caller.lineage, publish: false },
        now,
      );
      return answer(id, project.name, 'awaiting_review', warnings);
    },
  };
}
