/** The pages by which the owner of a widget shares it: an invitation, removing a manager, handing over. */
import { widgetsPath } from '../../../src/contract/widget-pages.ts';
import type { PageHandlers } from '../../http/pages.ts';
import { Refusal } from '../../http/refusal.ts';
import { signedIn } from '../../http/signed-in.ts';
import { incomplete, pageOf, pathOf, widgetId, type Access, type WidgetPages } from './widget-page.ts';

export const joinPages = ({ widgets, managers }: WidgetPages): PageHandlers => ({
  'GET /widgets/join/:token': signedIn(async ({ params, now, visitor }) => {
    const token = params['token'] ?? '';
    const id = await managers.invitedTo(token, now);
    if (id !== undefined && (await widgets.managedBy(visitor.accountId, id))) return { to: pathOf(id) };
    const name = id === undefined ? undefined : await widgets.nameOf(id);
    return {
      name: 'join-widget',
      title: 'Manage a widget together',
      ...(name === undefined && { status: 404 }),
      data: { token, ...(name !== undefined && { name }) },
    };
  }),
  'POST /widgets/join/:token': signedIn(async ({ params, now, visitor }) => {
    const id = await managers.accept(params['token'] ?? '', visitor.accountId, now);
    return { to: id === undefined ? `${widgetsPath}/join/ended` : pathOf(id, 'joined') };
  }, widgetsPath),
});

export const managerPages = (deps: WidgetPages, living: Access): PageHandlers => ({
  'POST /widgets/:widget/invite': signedIn(async (visit) => {
    const row = await living(visit, true);
    const token = await deps.managers.invite(row.widget_id, visit.now);
    return pageOf(deps, visit, row, `${deps.baseUrl}${widgetsPath}/join/${token}`);
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
