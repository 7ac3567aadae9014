import type { FinderPage as Data, Way } from '../contract/finder-page.ts';
import { counted, formatNumber } from '../ui/format.ts';
import { localPath } from '../ui/local-path.ts';
import { Notice } from '../ui/notice.tsx';
import { ProjectCard } from '../ui/project-card.tsx';
import { FinderForm, namesOfFields } from './finder-form.tsx';
import { FinderMap } from './finder-map.tsx';
import type { PageProps } from './page.ts';

type Props = { data: Data };

/** The directory: one form, one list, plain addresses. A script searches while people type (finder-live.ts). */
export function FinderPage({ data }: PageProps<'finder'>) {
  const { asked, results, faults } = data;
  const isNarrowed = asked.q !== '' || data.active.length > 0;
  // What has no field of its own here, such as the place in a list.
  const others = faults.filter(({ field }) => !(field in namesOfFields));
  return (
    <>
      <h1 class="finder-title">Find a project</h1>
      <FinderForm data={data} />
      <p class="visually-hidden" role="status" id="found-status" />
      {others.length > 0 && (
        <Notice kind="fault">
          {others.map(({ field, message }) => (
            <p>
              The {field} {message}.
            </p>
          ))}
        </Notice>
      )}
      <div class="found-and-map">
        <FinderMap map={data.map} />
        <div id="found">
          <Active data={data} isNarrowed={isNarrowed} />
          <Place data={data} />
          {results.length > 0 && <Results data={data} />}
          {results.length === 0 && faults.length === 0 && <Nothing data={data} isNarrowed={isNarrowed} />}
        </div>
      </div>
      <p class="quiet credit">
        Places by <a href="https://www.geonames.org/">GeoNames</a>,{' '}
        <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>
      </p>
    </>
  );
}

const Ways = ({ ways }: { ways: (Way & { isCurrent: boolean })[] }) => (
  <>
    {ways.map(({ text, path, isCurrent }) => (
      <a href={localPath(path)} aria-current={isCurrent ? 'true' : undefined}>
        {text}
      </a>
    ))}
  </>
);

/** How the place was understood, how far around it is searched, and the other places of that name. */
function Place({ data: { place, distances } }: Props) {
  if (!place) return null;
  return (
    <div class="place-line">
      {distances.length > 0 && (
        <nav class="ways-line" aria-label="Distance">
          <span>
            Around <strong>{place.name}</strong>, within
          </span>
          <Ways ways={distances} />
        </nav>
      )}
      {place.asWords !== undefined && (
        <p>
          Your words name a place. <a href={localPath(place.asWords)}>Search for the words instead</a>
        </p>
      )}
      {place.others.length > 0 && (
        <p>
          Another place?{' '}
          {place.others.map(({ text, path }, at) => (
            <>
              {at > 0 && ' · '}
              <a href={localPath(path)}>{text}</a>
            </>
          ))}
        </p>
      )}
    </div>
  );
}

/** What narrows the search, each a link to the search without it. */
const Active = ({ data, isNarrowed }: Props & { isNarrowed: boolean }) =>
  isNarrowed ? (
    <nav aria-label="What narrows this search" class="active">
      <ul class="chips">
        {data.active.map(({ text, without }) => (
          <li>
            <a class="chip" href={localPath(without)}>
              <span class="visually-hidden">Remove </span>
              <span class="chip-text">{text}</span>
              <span aria-hidden="true">×</span>
            </a>
          </li>
        ))}
        <li>
          <a class="clear" href="/finder">
            Clear the search
          </a>
        </li>
      </ul>
    </nav>
  ) : null;

const Suggestion = ({ suggestion }: { suggestion: Data['suggestion'] }) =>
  suggestion ? (
    <p class="suggestion">
      Did you mean <a href={localPath(suggestion.path)}>{suggestion.q}</a>?
    </p>
  ) : null;

const Ended = ({ ended }: { ended: Data['ended'] }) =>
  ended ? (
    <p class="ended-line">
      Left out: {counted(ended.count, 'project')} that ended. <a href={localPath(ended.path)}>{ended.text}</a>
    </p>
  ) : null;

function Results({ data }: Props) {
  const { asked, place, results, first, total, isMore, next, suggestion, sorts } = data;
  const isByPoint = place?.km !== undefined || (asked.lat !== '' && asked.lng !== '');
  const last = first + results.length - 1;
  return (
    <>
      <Suggestion suggestion={suggestion} />
      <div class="result-head">
        <p class="result-count">
          <strong>
            {isMore && 'At least '}
            {counted(total, 'project')}
          </strong>
          {next !== undefined && (
            <span id="shown-range">
              {formatNumber(first)}–{formatNumber(last)} of {formatNumber(total)}
            </span>
          )}
        </p>
        {sorts.length > 0 && (
          <nav class="ways-line" aria-label="Order">
            <Ways ways={sorts} />
          </nav>
        )}
      </div>
      <Ended ended={data.ended} />
      <ul class="cards">
        {results.map((project, at) => (
          <li id={`result-${first + at}`}>
            <ProjectCard project={project} heading="h2" isByPlace={isByPoint} />
          </li>
        ))}
      </ul>
      {next !== undefined && (
        <p class="more">
          <a class="button plain" href={localPath(next)} rel="next">
            More projects
          </a>
        </p>
      )}
    </>
  );
}

function Nothing({ data, isNarrowed }: Props & { isNarrowed: boolean }) {
  const { asked, active, place, ended, suggestion } = data;
  if (!isNarrowed && !ended)
    return (
      <div class="empty">
        <h2>The directory is still empty</h2>
      </div>
    );
  return (
    <div class="empty">
      <h2>{ended ? 'No project that goes on matches this search' : 'No project matches this search'}</h2>
      <Suggestion suggestion={suggestion} />
      <Ended ended={ended} />
      <ul>
        {asked.q !== '' && <li>Try fewer or more general words, or another spelling.</li>}
        {asked.phrase !== '' && (
          <li>A phrase must stand in a project word for word: search for its words instead.</li>
        )}
        {asked.url !== '' && <li>An address must be the project’s own page, not one beneath it.</li>}
        {(place ?? asked.lat !== '') && <li>Leave the place out to see projects that are farther away.</li>}
        {active.length > 0 && <li>Remove what narrows the search, one by one, above.</li>}
      </ul>
      <p>
        <a class="button plain" href="/finder">
          Show all projects
        </a>
      </p>
    </div>
  );
}
