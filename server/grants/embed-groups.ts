/** The acts of a page for a group: with the grant that the group's code led to, it counts contributions, and no more. */
import type { z } from 'zod';
import type { SiteApi } from '../../src/contract/site.ts';
import type { OpenGroup } from '../events/group-counting.ts';
import type { Facts } from '../http/facts.ts';
import { badField, Refusal } from '../http/refusal.ts';
import type { EmbedDeps } from './deps.ts';
import type { EmbedPage } from './embed-page.ts';

type Input<Row extends keyof SiteApi> = z.output<SiteApi[Row]['input']>;

export function embedGroups({ counting }: Pick<EmbedDeps, 'counting'>, { mustBeAt, mustFind }: EmbedPage) {
  return {
    /** The open group whose grant a page sends; undefined for a grant of a person. */
    async holder(
      { project_id: projectId, grant }: { project_id: number; grant?: string | undefined },
      { origin, now }: Facts,
    ): Promise<OpenGroup | undefined> {
      return grant === undefined || origin === undefined
        ? undefined
        : counting.ofGrant(grant, { projectId, origin }, now);
    },

    async grant({ project_id, code }: Input<'POST /embed/group'>, facts: Facts) {
      const place = await mustBeAt(project_id, facts);
      await mustFind(project_id);
      const group = await counting.ofCode(code, facts.ip, facts.now);
      if (!group)
        throw new Refusal('wrong_group_code', 'No group has this code, or no longer.', {
          fields: [{ field: 'code', message: 'is of no group' }],
        });
      return counting.grantFor(group, place, facts.now);
    },

    async record(group: OpenGroup, message: Input<'POST /embed/record'>, { ip, now }: Facts) {
      const submission = { projectId: message.project_id, ref: message.event_id };
      const { eventId, isDuplicate } = await counting.count(group, submission, message, {
        source: 'browser',
        ip,
        now,
      });
      return {
        credited: true,
        event_id: eventId,
        ...(isDuplicate && { duplicate: true as const }),
        group: group.group.name,
        grant: message.grant,
      };
    },

    async undo(group: OpenGroup, { project_id, event_id, put_back }: Input<'POST /embed/undo'>, now: number) {
      if (event_id === undefined || put_back)
        throw badField('event_id', 'alone is required with the grant of a group');
      await counting.takeOff(group, { projectId: project_id, ref: event_id }, now);
      return { credited: false };
    },
  };
}
