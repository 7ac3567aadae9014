/** `/project/…/volunteers`: the people who let a project's managers see what they contribute. */
import type { ProjectHead } from '../../src/contract/pages.ts';
import { volunteerOrders, type VolunteerOrder } from '../../src/contract/pages/volunteers.ts';
import { pageAt } from '../http/paged.ts';
import type { PageHandlers, Visit } from '../http/pages.ts';
import { signedIn } from '../http/signed-in.ts';
import { shownByChoice } from '../stats/disclosure.ts';
import { csvFile } from '../text/csv.ts';
import { figuresIn } from './figures-in.ts';
import { readFilter } from './filter.ts';
import { managedProject, type VolunteerProject, type VolunteerProjects } from './managed.ts';
import type { VolunteerRow, VolunteerStore, Wanted } from './store.ts';

export type ListDeps = {
  projects: VolunteerProjects<VolunteerProject>;
  volunteers: VolunteerStore;
  headOf: (projectId: number, name: string) => ProjectHead;
};

const perPage = 50;
const longestQuery = 100;

const volunteerIn = (row: VolunteerRow) => ({ ...figuresIn(row), name: row.name });

const askedIn = ({ query }: Visit) => ({
  filter: readFilter(query),
  q: (query['q'] ?? '').trim().slice(0, longestQuery),
  order: volunteerOrders.find((one) => one === query['order']) ?? volunteerOrders[0],
});

export function volunteerPages({ projects, volunteers, headOf }: ListDeps): PageHandlers {
  const managed = managedProject(projects);

  return {
    'GET /project/:project/volunteers': signedIn(async (visit) => {
      const { project_id: projectId, name } = await managed(visit);
      const { now, query } = visit;
      const { order, ...asked } = askedIn(visit);
      const { day, ...totals } = await volunteers.figuresOfToday(projectId, now);
      const wanted = { projectId, day, ...asked };
      const { count, isChecked } = await volunteers.count(wanted, now);
      const { offset, ...place } = pageAt(count, query['page'], perPage);
      const rows = await volunteers.list(wanted, { order, limit: perPage, offset, isChecked }, now);
      return {
        name: 'volunteers',
        title: `Volunteers: ${name}`,
        data: {
          project: headOf(projectId, name),
          ...asked,
          order,
          day,
          totals: {
            volunteers: shownByChoice(totals.volunteers),
            events: shownByChoice(totals.events),
            hours: shownByChoice(Math.round(totals.duration / 360) / 10),
          },
          list: { ...place, items: rows.map(volunteerIn) },
        },
      };
    }),

    'GET /project/:project/volunteers.csv': signedIn(async (visit) => {
      const { project_id: projectId } = await managed(visit);
      const { order, ...asked } = askedIn(visit);
      const { day } = await volunteers.figuresOfToday(projectId, visit.now);
      const rows = rowsOf(volunteers, { projectId, day, ...asked }, { order, now: visit.now });
      return csvFile(`volunteers-${projectId}-${day}`, visit.query, columns, rows);
    }),
  };
}

const columns = [
  ...['pseudonym', 'name', 'first_contribution', 'last_contribution', 'contributions'],
  ...['reported_by_the_participant', 'hours', 'magnitude', 'types'],
];

async function* rowsOf(
  volunteers: VolunteerStore,
  wanted: Wanted,
  { order, now }: { order: VolunteerOrder; now: number },
) {
  for await (const rows of volunteers.all(wanted, order, now))
    yield rows
      .map(volunteerIn)
      .map((one) => [
        ...[one.pseudonym, one.name, one.first, one.last, one.events],
        ...[one.unvouched, one.hours, one.magnitude, one.types.join(' ')],
      ]);
}
