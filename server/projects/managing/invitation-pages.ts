/** `/invitation/…`: the reader of a mailed invitation signs in, and says yes or no. */
import { signedIn } from '../../http/signed-in.ts';
import type { PageAnswer, PageHandlers, Visit, Visitor } from '../../http/pages.ts';
import { maskedAddress } from '../../text/masked-address.ts';
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
  addressesOf,
}: ManagingPages): PageHandlers {
  const read = async ({ params, now }: Visit) => {
    const token = params['token'] ?? '';
    const said = invitationSeal.open(token);
    const invitation = Array.isArray(said) ? Number(said[0]) : 0;
    const open = await invitations.find(invitation, now);
    const row = open && (await projects.row(open.project_id));
    // An operator may have withheld it since.
    return row && row.is_withheld === 0 ? { row, invitation, token, address: open.address } : undefined;
  };

  /** A forwarded mail invites nobody else: the account must have the address that was invited. */
  const isFor = async (address: string, accountId: number) =>
    (await addressesOf(accountId)).some((own) => own === address);

  const otherAddress = async (address: string, visitor: Visitor): Promise<PageAnswer> => ({
    name: 'invitation',
    title: 'This invitation is for another address',
    status: 403,
    data: {
      state: 'other-address',
      invited: maskedAddress(address),
      account: (await mainAddress(visitor.accountId)) ?? visitor.name,
    },
  });

  return {
    'GET /invitation/:token': signedIn(async (visit) => {
      const found = await read(visit);
      if (!found) return ended;
      const { row, token, address } = found;
      if (!(await isFor(address, visit.visitor.accountId))) return otherAddress(address, visit.visitor);
      return {
        name: 'invitation',
        title: 'Manage a project together?',
        data: {
          ...{ state: 'ask', token, title: row.name, description: projectOf(row).description },
          // The mail may have gone to another address of the account than its main one.
          account: (await mainAddress(visit.visitor.accountId)) ?? visit.visitor.name,
        },
      };
    }),

    'POST /invitation/:token': signedIn(async (visit) => {
      const found = await read(visit);
      if (!found) return ended;
      const { row, invitation, address } = found;
      const { visitor, fields, now } = visit;
      if (!(await isFor(address, visitor.accountId))) return otherAddress(address, visitor);
      if (fields['choice'] === 'no') {
        await invitations.end(row.project_id, invitation, undefined, now);
        const data = { state: 'refused' as const, title: row.name };
        return { name: 'invitation', title: 'You said no', data };
      }
      const isIn = await invitations.accept(row.project_id, invitation, visitor.accountId, now);
      return isIn ? { to: `${projectHead(row.project_id, row.name).path}/people?done=joined` } : ended;
    }, '/me'),
  };
}
