/** The saved widgets of a person that show a certain project, for the export of that project. */
import type { WidgetCounts } from './counts.ts';
import { attributesOf, firstSearchOf } from './settings.ts';
import type { SavedWidgets } from './store.ts';

type Deps = { saved: Pick<SavedWidgets, 'ofAccount'>; counts: Pick<WidgetCounts, 'ofWidget'> };

export const widgetsShowing =
  ({ saved, counts }: Deps) =>
  async (projectId: number, accountId: number) => {
    const widgets = (await saved.ofAccount(accountId)).filter(
      ({ built, deleted_at }) =>
        deleted_at === null && firstSearchOf(built)['projects']?.split(',').includes(String(projectId)),
    );
    return Promise.all(
      widgets.map(async ({ widget_id, name, built }) => ({
        widget_id,
        name,
        attributes: attributesOf(built),
        counts: await counts.ofWidget(widget_id),
      })),
    );
  };
