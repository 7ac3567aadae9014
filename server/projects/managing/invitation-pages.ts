/** `/invitation/…`: the reader of a mailed invitation signs in, and says yes or no. */
import { signedIn } from '../../http/signed-in.ts';
import type { PageAnswer, PageHandlers, Visit } from '../../http/pages.ts';
import { projectHead } from '../project-text.ts';
import { projectOf } from '../rows.ts';
import type { ManagingPages } from './pages.ts';

const ended: PageAnswer = {
  name: 'invitation',
  title: 'This invitation has ended',
  status: 404,
  data: { state: 'ended' },
};

export function invitationPages({
  projects,
  invitations,
  invitationSeal,
  mainAddress,
}: ManagingPages): PageHandlers {
  const read = async ({ params, now }: Visit) => {
    const token = params['token'] ?? '';
    const said = invitationSeal.open(token);
    const invitation = Array.isArray(said) ? Number(said[0]) : 0;
    const open = await invitations.find(invitation, now);
    const row = open && (await projects.row(open.project_id));
    // An operator may have withheld it since.
    return row && row.is_withheld === 0 ? { row, invitation, token } : undefined;
  };

  return {
    'GET /invitation/:token': signedIn(async (visit) => {
      const found = await read(visit);
      if (!found) return ended;
      const { row, token } = found;
      return {
        name: 'invitation',
        title: 'Manage a project together?',
        data: {
          ...{ state: 'ask', token, title: row.name, description: projectOf(row).description },
          // The mail may have gone to another address than that of the account that is signed in.
          account: (await mainAddress(visit.visitor.accountId)) ?? visit.visitor.name,
        },
      };
    }),

    'POST /invitation/:token': signedIn(async (visit) => {
      const found = await read(visit);
      if (!found) return ended;
      const { row, invitation } = found;
      const { visitor, fields, now } = visit;
      if (fields['choice'] === 'no') {
        await invitations.end(row.project_id, invitation, undefined, now);
        const data = { state: 'refused' as const, title: row.name };
        return { name: 'invitation', title: 'You said no', data };
      }
      const isIn = await invitations.accept(row.project_id, invitation, visitor.accountId, now);
      return isIn ? { to: `${projectHead(row.project_id, row.name).path}/tools` } : ended;
    }, '/me'),
  };
}
