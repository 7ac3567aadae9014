/** The files and forms of the Stats tab: figures as files, the printable summary, and notes on days. */
import { id as idField } from '../../src/contract/fields.ts';
import { figureNames, type StatsSummary } from '../../src/contract/stats-figures.ts';
import type { PageHandlers, Visit, Visitor } from '../http/pages.ts';
import { badField, Refusal } from '../http/refusal.ts';
import { signedIn } from '../http/signed-in.ts';
import { figureCsv, figureJson } from './figure-files.ts';
import type { FigureStore } from './figures.ts';
import { maxNotes, type statsNotes } from './notes.ts';
import { readChoice } from './periods.ts';
import type { TotalsOf } from './store.ts';

export type StatsPages = {
  figures: FigureStore;
  notes: ReturnType<typeof statsNotes>;
  totals: TotalsOf;
  /** A project that somebody manages. */
  managed: (
    id: number,
    accountId: number,
  ) => Promise<Pick<StatsSummary, 'title' | 'organisation' | 'path'> | undefined>;
};

const projectField = idField('the number at the start of the address');
const longestNote = 200;

export function statsPages({ figures, notes, totals, managed }: StatsPages): PageHandlers {
  const mustManage = async ({ params, visitor }: Visit & { visitor: Visitor }) => {
    const read = projectField.safeParse(/^\d+/.exec(params['project'] ?? '')?.[0]);
    const project = read.success ? await managed(read.data, visitor.accountId) : undefined;
    if (!project || !read.success) throw new Refusal('not_found', 'There is nothing at this address.');
    return { id: read.data, ...project };
  };

  return {
    'GET /project/:project/stats/summary': signedIn(async (visit) => {
      const { id, ...head } = await mustManage(visit);
      const query = { period: 'month', span: '365', ...visit.query };
      return {
        name: 'stats-summary',
        title: `Summary of ${head.title}`,
        data: {
          ...head,
          totals: await totals(id, visit.now),
          figures: await figures.ofProject(id, readChoice(query), visit.now),
        },
      };
    }),

    'GET /project/:project/stats/:file': signedIn(async (visit) => {
      const [, name, form] = /^([a-z-]+)\.(csv|json)$/.exec(visit.params['file'] ?? '') ?? [];
      const { id } = await mustManage(visit);
      const isKnown = figureNames.some((known) => known === name);
      if (!isKnown) throw new Refusal('not_found', 'There is nothing at this address.');
      const set = await figures.ofProject(id, readChoice(visit.query), visit.now);
      const figure = set.figures.find((one) => one.name === name);
      if (!figure) throw new Refusal('not_found', 'This figure is counted tonight for the first time.');
      return form === 'csv'
        ? {
            content: figureCsv(figure),
            type: 'text/csv; charset=utf-8',
            headers: { 'Content-Disposition': `attachment; filename="${name}-${set.from}-${set.to}.csv"` },
          }
        : { content: figureJson(figure, set), type: 'application/json; charset=utf-8' };
    }),

    'POST /project/:project/stats/notes': signedIn(async (visit) => {
      const { id, path } = await mustManage(visit);
      const day = String(visit.fields['day'] ?? '');
      const text = String(visit.fields['text'] ?? '').trim();
      if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day)))
        throw badField('day', 'must be a day, such as 2026-05-01');
      if (text === '' || text.length > longestNote || !text.isWellFormed() || text.includes('\0'))
        throw badField('text', `must be 1 to ${longestNote} characters`);
      if (!(await notes.add(id, day, text, visit.now)))
        throw badField('text', `is one too many: a project has at most ${maxNotes} notes`);
      return { to: `${path}/stats#notes` };
    }, '%2Fme'),

    'POST /project/:project/stats/notes/remove': signedIn(async (visit) => {
      const { id, path } = await mustManage(visit);
      await notes.remove(id, Number(visit.fields['note']) || 0);
      return { to: `${path}/stats#notes` };
    }, '%2Fme'),
  };
}
