/** The files and forms of the Stats tab: figures as files, the printable summary, and notes on days. */
import { id as idField } from '../../src/contract/fields/kinds.ts';
import {
  type Figure,
  figureNames,
  type FigureSet,
  type StatsSummary,
} from '../../src/contract/pages/stats-figures.ts';
import type { PageHandlers, Visit, Visitor } from '../http/pages.ts';
import { badField, Refusal } from '../http/refusal.ts';
import { signedIn } from '../http/signed-in.ts';
import { keepsText } from '../http/signed-out.ts';
import { csvFile } from '../text/csv.ts';
import type { FigureStore } from './figures.ts';
import { maxNotes, type statsNotes } from './notes.ts';
import { readChoice } from './periods.ts';
import type { TotalsOf } from './store.ts';

const hidden = 'under 10';

/** Degrees are texts in a figure; a number is no formula. */
const shown = ({ rows }: Figure) =>
  rows.map((row) => row.map((cell) => (/^-[\d.]+$/.test(String(cell)) ? Number(cell) : (cell ?? hidden))));

/** Null is a group that is too small. */
const figureJson = ({ name, columns, rows }: Figure, { choice, from, to, peopleUpTo }: FigureSet) =>
  JSON.stringify({
    figure: name,
    ...choice,
    from,
    to,
    ...(peopleUpTo !== undefined && { people_up_to: peopleUpTo }),
    rows: rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null]))),
  });

type StatsPages = {
  figures: FigureStore;
  notes: ReturnType<typeof statsNotes>;
  totals: TotalsOf;
  /** A project that somebody manages. */
  managed: (
    id: number,
    accountId: number,
  ) => Promise<Pick<StatsSummary, 'title' | 'organisation' | 'path'> | undefined>;
};

const noteField = idField('the note');
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
        ? csvFile(`${name}-${set.from}-${set.to}`, visit.query, figure.columns, [shown(figure)])
        : { content: figureJson(figure, set), type: 'application/json; charset=utf-8' };
    }),

    'POST /project/:project/stats/notes': keepsText(
      signedIn(async (visit) => {
        const { id, path } = await mustManage(visit);
        const day = visit.fields['day'] ?? '';
        const text = (visit.fields['text'] ?? '').trim();
        if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day)))
          throw badField('day', 'must be a day, such as 2026-05-01');
        if (text === '' || text.length > longestNote)
          throw badField('text', `must be 1 to ${longestNote} characters`);
        if (!(await notes.add(id, day, text)))
          throw badField('text', `is one too many: a project has at most ${maxNotes} notes`);
        return { to: `${path}/stats#notes` };
      }, '%2Fme'),
    ),

    'POST /project/:project/stats/notes/remove': signedIn(async (visit) => {
      const { id, path } = await mustManage(visit);
      const note = noteField.safeParse(visit.fields['note']);
      if (note.success) await notes.remove(id, note.data);
      return { to: `${path}/stats#notes` };
    }, '%2Fme'),
  };
}
