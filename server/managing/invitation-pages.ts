/** `/invitation/…`: the reader of a mailed invitation signs in, and says yes or no. */
import { signedIn } from '../http/signed-in.ts';
import type { PageAnswer, PageHandlers, Visit, Visitor } from '../http/pages.ts';
import { maskedAddress } from '../text/masked-address.ts';
import { type ManagingPages, shownInvitation } from './pages.ts';

const ended: PageAnswer = {
  name: 'invitation',
  title: 'This invitation has ended',
  status: 404,
  data: { state: 'ended' },
};

export function invitationPages({
  managing,
  thing: thingOf,
  addressesOf,
}: Pick<ManagingPages, 'managing' | 'thing' | 'addressesOf'>): PageHandlers {
  const read = async ({ params, now }: Visit) => {
    const token = params['token'] ?? '';
    const invitation = await managing.invitation(token, now);
    const thing = invitation && (await thingOf(invitation));
    // An operator may have withheld it since.
    return thing && !thing.isWithheld ? { token, invitation, thing } : undefined;
  };

  /** A forwarded mail invites nobody else: the account must have the address that was invited. */
  const isFor = async (address: string, { accountId }: Visitor) =>
    (await addressesOf(accountId)).some((own) => own === address);

  // The mail may have gone to another address of the account than its main one.
  const accountOf = async ({ accountId, name }: Visitor) => (await addressesOf(accountId))[0] ?? name;

  const otherAddress = async (address: string, visitor: Visitor): Promise<PageAnswer> => ({
    name: 'invitation',
    title: 'This invitation is for another address',
    status: 403,
    data: {
      state: 'other-address',
      invited: maskedAddress(address),
      account: await accountOf(visitor),
    },
  });

  return {
    'GET /invitation/:token': signedIn(async (visit) => {
      const invited = await read(visit);
      if (!invited) return ended;
      const { token, invitation, thing } = invited;
      if (!(await isFor(invitation.address, visit.visitor)))
        return otherAddress(invitation.address, visit.visitor);
      const { kind, head, description } = thing;
      return {
        name: 'invitation',
        title: 'Manage it together?',
        data: {
          state: 'ask',
          token,
          kind,
          title: head.title,
          description,
          invitation: shownInvitation(invitation),
          account: await accountOf(visit.visitor),
        },
      };
    }),

    'POST /invitation/:token': signedIn(async (visit) => {
      const invited = await read(visit);
      if (!invited) return ended;
      const { invitation, thing } = invited;
      const { visitor, fields, now } = visit;
      if (!(await isFor(invitation.address, visitor))) return otherAddress(invitation.address, visitor);
      if (fields['choice'] === 'no') {
        await managing.refuse(invitation, now);
        const data = { state: 'refused' as const, kind: thing.kind, title: thing.head.title };
        return { name: 'invitation', title: 'Invitation declined', data };
      }
      const isIn = await managing.accept(invitation, visitor.accountId, now);
      return isIn ? { to: `${thing.path}?done=joined` } : ended;
    }, '/me'),
  };
}
