import type { Volunteer, VolunteerOrder, VolunteersPage as Data } from '../../contract/pages/volunteers.ts';
import { counted, formatDate, formatNumber } from '../../ui/format.ts';
import { Pager } from '../../ui/pager.tsx';
import { Time } from '../../ui/time.tsx';
import { FilterChoice, FilterFields, filterQuery, typeNames } from '../../ui/forms/volunteer-filter.tsx';
import type { PageProps } from '../page.ts';
import { ManagedHead } from './managed-head.tsx';

const orderNames: Record<VolunteerOrder, string> = {
  last: 'Last contribution',
  first: 'First contribution',
  events: 'Contributions',
  hours: 'Hours',
  magnitude: 'Magnitude',
  name: 'Name',
};

const queryOf = ({ filter, q, order }: Data) => {
  const query = filterQuery(filter);
  if (q !== '') query.set('q', q);
  if (order !== 'last') query.set('order', order);
  return query.toString();
};

/** The people who let a project's managers see what they contribute. */
export function VolunteersPage({ data, frame }: PageProps<'volunteers'>) {
  const { project, totals, day, list } = data;
  const path = `${project.path}/volunteers`;
  const query = queryOf(data);
  return (
    <>
      <ManagedHead project={{ ...project, tabs: { isOpen: true } }} current="volunteers" title="Volunteers" />
      {totals.volunteers === 0 ? (
        <Nobody path={project.path} />
      ) : (
        <>
          <p>
            As of the start of {formatDate(day)} (UTC):{' '}
            <strong>{counted(totals.volunteers, 'volunteer')}</strong>,{' '}
            {counted(totals.events, 'contribution')}, {counted(totals.hours, 'hour')}.
          </p>
          <p class="quiet">
            Only people who agreed to it are listed, by a made-up name unless they chose to show theirs. The
            figures change once a day; people who leave the list are gone at once.
          </p>
          <p>
            <a class="button primary" href={`${project.path}/mailings?${filterQuery(data.filter)}`}>
              Write to volunteers
            </a>
          </p>
          <Filters data={data} path={path} />
          <h2 id="list">{list.total === 0 ? 'No volunteers match' : counted(list.total, 'volunteer')}</h2>
          {list.total === 0 ? (
            <p>
              <a href={path}>Show everyone</a>
            </p>
          ) : (
            <>
              <List volunteers={list.items} />
              <Pager path={path} query={query} list={list} name="page" anchor="list" label="volunteers" />
              <p>
                <a href={`${path}.csv${query && `?${query}`}`}>Download this list (CSV)</a>. It is about
                people, even without their names: keep it no longer than you need it. Those who leave{' '}
                {frame.serviceName} stay in a copy of yours.
              </p>
            </>
          )}
        </>
      )}
    </>
  );
}

const Nobody = ({ path }: { path: string }) => (
  <div class="empty">
    <h2>No volunteers yet</h2>
    <p>
      People are listed here from the day after they press “Credit me” on your site, authorize it, or choose
      so on their own page.
    </p>
    <p>
      <a class="button primary" href={`${path}/tools`}>
        Get your snippet
      </a>
    </p>
  </div>
);

const Filters = ({ data: { filter, q, order }, path }: { data: Data; path: string }) => (
  <search>
    <form method="get" action={path} class="volunteer-filters">
      <div class="field">
        <label for="q">Name or pseudonym</label>
        <input id="q" name="q" type="search" value={q} maxLength={100} />
      </div>
      <FilterFields filter={filter} />
      <FilterChoice name="order" label="Order by" options={Object.entries(orderNames)} value={order} />
      <button class="button plain">Show</button>
    </form>
  </search>
);

const List = ({ volunteers }: { volunteers: Volunteer[] }) => (
  <div class="scroll" tabIndex={0} role="region" aria-labelledby="list">
    <table class="volunteers">
      <thead>
        <tr>
          <th scope="col">Volunteer</th>
          <th scope="col">Last</th>
          <th scope="col">First</th>
          <th scope="col" class="number">
            Contributions
          </th>
          <th scope="col" class="number">
            Hours
          </th>
          <th scope="col" class="number">
            Magnitude
          </th>
          <th scope="col">Kinds</th>
        </tr>
      </thead>
      <tbody>
        {volunteers.map((one) => (
          <tr>
            <th scope="row">
              {one.name === '' ? (
                <code>{one.pseudonym}</code>
              ) : (
                <>
                  <bdi>{one.name}</bdi> <code class="quiet">{one.pseudonym}</code>
                </>
              )}
            </th>
            <td>
              <Time value={one.last} />
            </td>
            <td>
              <Time value={one.first} />
            </td>
            <td class="number">
              {formatNumber(one.events)}
              {one.unvouched > 0 && (
                <span class="quiet"> ({formatNumber(one.unvouched)} by their browser)</span>
              )}
            </td>
            <td class="number">{formatNumber(one.hours)}</td>
            <td class="number">{formatNumber(one.magnitude)}</td>
            <td>{one.types.map((type) => typeNames[type]).join(', ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
