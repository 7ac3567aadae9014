import type { Volunteer, VolunteersPage as Data } from '../../contract/pages/volunteers.ts';
import { SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Time } from '../../ui/time.tsx';
import { FilterChoice, FilterFields, filterQuery } from '../../ui/forms/volunteer-filter.tsx';
import type { PageProps } from '../page.ts';
import { ManagedHead } from './managed-head.tsx';

const queryOf = ({ filter, q, order }: Data) => {
  const query = filterQuery(filter);
  if (q !== '') query.set('q', q);
  if (order !== 'last') query.set('order', order);
  return query.toString();
};

/** The people who let a project's managers see what they contribute. */
export function VolunteersPage({ data, frame }: PageProps<'volunteers'>) {
  const { project, totals, day, list } = data;
  const { words, count, date } = useWords();
  const w = words.volunteers;
  const path = `${project.path}/volunteers`;
  const query = queryOf(data);
  return (
    <>
      <ManagedHead project={{ ...project, tabs: { isOpen: true } }} current="volunteers" title={w.title} />
      {totals.volunteers === 0 ? (
        <Nobody path={project.path} />
      ) : (
        <>
          <SaidParagraph
            text={w.asOf}
            of={{
              date: date(day),
              volunteers: <strong>{count('volunteer', totals.volunteers)}</strong>,
              events: count('contribution', totals.events),
              hours: count('hour', totals.hours),
            }}
          />
          <p class="quiet">{w.says}</p>
          <p>
            <a class="button primary" href={`${project.path}/mailings?${filterQuery(data.filter)}`}>
              {w.write}
            </a>
          </p>
          <Filters data={data} path={path} />
          <h2 id="list">{list.total === 0 ? w.noMatch : count('volunteer', list.total)}</h2>
          {list.total === 0 ? (
            <p>
              <a href={path}>{w.everyone}</a>
            </p>
          ) : (
            <>
              <List volunteers={list.items} />
              <Pager
                path={path}
                query={query}
                list={list}
                name="page"
                anchor="list"
                what="volunteer"
                label={w.title}
              />
              <SaidParagraph
                text={w.csv}
                of={{
                  download: <a href={`${path}.csv${query && `?${query}`}`}>{w.download}</a>,
                  service: frame.serviceName,
                }}
              />
            </>
          )}
        </>
      )}
    </>
  );
}

function Nobody({ path }: { path: string }) {
  const { stats, volunteers: w } = useWords().words;
  return (
    <div class="empty">
      <h2>{w.none}</h2>
      <p>{w.noneSays}</p>
      <p>
        <a class="button primary" href={`${path}/tools`}>
          {stats.snippet}
        </a>
      </p>
    </div>
  );
}

function Filters({ data: { filter, q, order }, path }: { data: Data; path: string }) {
  const w = useWords().words.volunteers;
  return (
    <search>
      <form method="get" action={path} class="volunteer-filters">
        <div class="field">
          <label for="q">{w.search}</label>
          <input id="q" name="q" type="search" value={q} maxLength={100} />
        </div>
        <FilterFields filter={filter} />
        <FilterChoice name="order" label={w.orderBy} options={Object.entries(w.orders)} value={order} />
        <button class="button plain">{w.show}</button>
      </form>
    </search>
  );
}

function List({ volunteers }: { volunteers: Volunteer[] }) {
  const { words, say, number } = useWords();
  const w = words.volunteers;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-labelledby="list">
      <table class="volunteers">
        <thead>
          <tr>
            <th scope="col">{w.heads.volunteer}</th>
            <th scope="col">{w.heads.last}</th>
            <th scope="col">{w.heads.first}</th>
            <th scope="col" class="number">
              {w.heads.events}
            </th>
            <th scope="col" class="number">
              {w.heads.hours}
            </th>
            <th scope="col" class="number">
              {w.heads.magnitude}
            </th>
            <th scope="col">{w.heads.kinds}</th>
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
                {number(one.events)}
                {one.unvouched > 0 && (
                  <span class="quiet"> {say(w.byBrowser, { n: number(one.unvouched) })}</span>
                )}
              </td>
              <td class="number">{number(one.hours)}</td>
              <td class="number">{number(one.magnitude)}</td>
              <td>{one.types.map((type) => words.volunteerFilter.types[type]).join(words.ages.comma)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
