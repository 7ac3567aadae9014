/** GET /api/project/<id> and POST /api/project/add. */
import type { z } from 'zod';
import type { ProjectDetail, projectAddInput, projectDetailInput } from '../../src/contract/project.ts';
import type { Caller, Facts } from '../http/mount.ts';
import { badField, badFields, noProject } from '../http/refusal.ts';
import { projectPath } from './project-text.ts';
import { matched, warningsOf } from './read-project.ts';
import type { ProjectStore } from './store.ts';

export function projectHandlers(projects: ProjectStore, { baseUrl }: { baseUrl: string }) {
  return {
    'GET /api/project/:project_id': async (
      { project_id }: z.output<typeof projectDetailInput>,
      caller: Caller,
    ) => {
      const row = await projects.row(project_id);
      const isPublic = row?.state === 'published' && row.is_hidden === 0;
      if (!row || !(isPublic || (await projects.manages(project_id, caller.accountId)))) throw noProject();
      return JSON.parse(row.detail) as ProjectDetail;
    },

    'POST /api/project/add': async (
      input: z.output<typeof projectAddInput>,
      caller: Caller,
      { now }: Facts,
    ) => {
      const { service_id, ...given } = input;
      // A callback's name says nothing of the project.
      Reflect.deleteProperty(given, 'jsonp');
      if (service_id !== undefined)
        throw badField(
          'service_id',
          'updating is not possible here yet: leave it out to add a project, or ask the editors',
        );
      const reading = matched(given);
      if ('faults' in reading) throw badFields(reading.faults);
      const id = await projects.add(
        { project: reading.project, accountId: caller.accountId, lineage: caller.lineage, publish: false },
        now,
      );
      const warnings = warningsOf(given);
      return {
        project_id: id,
        service_id: id,
        state: 'awaiting_review' as const,
        url: `${baseUrl}${projectPath(id, reading.project.name)}`,
        ...(warnings.length > 0 && { warnings }),
      };
    },
  };
}
