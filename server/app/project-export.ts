/** The parts of a project's export that features besides `projects` have. */
import { explainRefused } from '../events/explain-refused.ts';
import type { ExportedFigures } from '../projects/exports/export-pages.ts';
import { saidOf } from '../outcomes/said.ts';
import { exportFigures } from '../stats/export-figures.ts';
import type { PeopleFiguresStore } from '../stats/people-figures.ts';
import { entryOf } from '../volunteers/mailing-pages.ts';
import { noticeLine } from '../webhooks/notice-line.ts';
import { widgetsShowing } from '../widgets/saved/showing.ts';
import type { Features } from './features.ts';

/** More than any project has. */
const all = 100_000;

export const exportedOf = (features: Features, people: PeopleFiguresStore): ExportedFigures => ({
  ...exportFigures(features.store.db, people, features.settings.ANONYMOUS_RETENTION_DAYS),
  widgets: widgetsShowing(features.widgets),
  outcomes: async (id) =>
    (await features.outcomes.all(id)).map((row) => ({
      ...saidOf(row, undefined),
      sentences: JSON.parse(row.sentences) as unknown,
      state: row.state,
      from: row.from_day,
      to: row.to_day,
    })),
  mailings: async (id) =>
    (await features.volunteers.mailings.log({ kind: 'project', id }, all)).map((row) => ({
      ...entryOf(row),
      body: row.body,
    })),
  refused: async (id, now) => explainRefused(await features.refused.ofProject(id, now)),
  notices: async (id) =>
    (await features.deliveries.newest(id, all)).map((row) => ({
      ...noticeLine(row),
      notice: JSON.parse(row.body) as unknown,
    })),
});
