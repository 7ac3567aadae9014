/** The pages by which the owner of a widget shares it: an invitation, removing a manager, handing over. */
import { emailAddress } from '../../../src/contract/fields.ts';
import { type JoinWidgetPage, widgetsPath } from '../../../src/contract/widget-pages.ts';
import type { PageAnswer, PageHandlers } from '../../http/pages.ts';
import { Refusal } from '../../http/refusal.ts';
import { signedIn } from '../../http/signed-in.ts';
import { type MailAddress, recipient } from '../../mail-address.ts';
import { maskedAddress } from '../../text/masked-address.ts';
import { incomplete, pageOf, pathOf, widgetId, type Access, type WidgetPages } from './widget-page.ts';

const joinPage = (data: JoinWidgetPage, status = 200): PageAnswer => ({
  name: 'join-widget',
  title: 'Manage a widget together',
  status,
  data,
});

export function joinPages({ widgets, managers, addressesOf }: WidgetPages): PageHandlers {
  /** A forwarded link invites nobody else: the account must have the address that was invited. */
  const refusalFor = async (invited: MailAddress, accountId: number): Promise<PageAnswer | undefined> => {
    const own = await addressesOf(accountId);
    if (own.includes(invited)) return undefined;
    return joinPage({ token: '', invited: maskedAddress(invited), account: own[0] ?? '' }, 403);
  };

  return {
    'GET /widgets/join/:token': signedIn(async ({ params, now, visitor }) => {
      const token = params['token'] ?? '';
      const found = await managers.invitedTo(token, now);
      if (found && (await widgets.managedBy(visitor.accountId, found.id))) return { to: pathOf(found.id) };
      const name = found && (await widgets.nameOf(found.id));
      if (!found || name === undefined) return joinPage({ token }, 404);
      return (await refusalFor(found.address, visitor.accountId)) ?? joinPage({ token, name });
    }),

    'POST /widgets/join/:token': signedIn(async ({ params, now, visitor }) => {
      const token = params['token'] ?? '';
      const found = await managers.invitedTo(token, now);
      const refused = found && (await refusalFor(found.address, visitor.accountId));
      if (refused) return refused;
      const id = await managers.accept(token, visitor.accountId, now);
      return { to: id === undefined ? `${widgetsPath}/join/ended` : pathOf(id, 'joined') };
    }, widgetsPath),
  };
}

const addressField = emailAddress('the address to invite');

export const managerPages = (deps: WidgetPages, living: Access): PageHandlers => ({
  'POST /widgets/:widget/invite': signedIn(async (visit) => {
    const row = await living(visit, true);
    const given = addressField.safeParse(visit.fields['email']);
    const to = given.success ? recipient(given.data)?.address : undefined;
    if (to === undefined)
      return pageOf(deps, visit, row, { fault: 'Type their e-mail address, like name@example.org.' });
    const token = await deps.managers.invite(row.widget_id, to, visit.now);
    return pageOf(deps, visit, row, { link: `${deps.baseUrl}${widgetsPath}/join/${token}`, address: to });
  }, widgetsPath),

  'POST /widgets/:widget/managers': signedIn(async (visit) => {
    const { visitor, fields } = visit;
    const row = await living(visit);
    const account = widgetId.safeParse(fields['account']);
    if (!account.success) throw incomplete();
    const isSelf = account.data === visitor.accountId;
    if (row.is_owner === 0 && !isSelf)
      throw new Refusal('not_found', 'Only the owner of this widget may do that.');
    if (fields['act'] === 'own') await deps.managers.handOver(row.widget_id, visitor.accountId, account.data);
    else await deps.managers.remove(row.widget_id, account.data);
    return { to: isSelf ? widgetsPath : pathOf(row.widget_id) };
  }, widgetsPath),
});
