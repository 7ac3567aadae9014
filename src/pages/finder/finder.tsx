import { listFilterNames, type FinderPage as Data } from '../../contract/pages/finder.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { localPath } from '../../ui/local-path.ts';
import { Notice } from '../../ui/notice.tsx';
import { ProjectCard } from '../../ui/project-card.tsx';
import { fillIn, type PageLanguage } from '../../ui/words/language.ts';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import { choiceText, FinderForm, hasName } from './finder-form.tsx';
import { FinderMap } from './finder-map.tsx';
import type { PageProps } from '../page.ts';

type Props = { data: Data };

/** The directory: one form, one list, plain addresses. A script searches while people type (finder-live.ts). */
export function FinderPage({ data }: PageProps<'finder'>) {
  const { tag, words } = useWords();
  const w = words.finder;
  const { asked, results, faults } = data;
  const isNarrowed = asked.q !== '' || data.active.length > 0;
  // Faults of parameters that have no field in the form, such as those of paging.
  const others = faults.filter(({ field }) => !hasName(field));
  return (
    <>
      <h1 class="finder-title">{words.frame.find}</h1>
      <FinderForm data={data} />
      <p class="visually-hidden" role="status" id="found-status" data-more={w.moreFound} />
      {others.length > 0 && (
        <Notice kind="fault">
          {others.map(({ field, message }) => (
            <p>{tag === 'en' ? `The ${field} ${message}.` : w.unreadable}</p>
          ))}
        </Notice>
      )}
      <p
        class="notice fault search-problem"
        role="alert"
        id="search-problem"
        data-many={w.tooMany}
        data-failed={w.notLoaded}
      />
      <div class="found-and-map">
        <FinderMap map={data.map} />
        <div id="found">
          <Active data={data} isNarrowed={isNarrowed} />
          <Place data={data} />
          <Elsewhere data={data} />
          {results.length > 0 && <Results data={data} />}
          {results.length === 0 && faults.length === 0 && <Nothing data={data} isNarrowed={isNarrowed} />}
        </div>
      </div>
      <p class="quiet credit">
        <Said text={w.credit} of={{ source: <a href="https://www.geonames.org/">GeoNames</a> }} />,{' '}
        <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>
      </p>
    </>
  );
}

type WayLink = { text: string; path: string; isCurrent: boolean };

const Ways = ({ ways }: { ways: WayLink[] }) => (
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
  const { words, distance } = useWords();
  const w = words.finder;
  if (!place) return null;
  return (
    <div class="place-line">
      {distances.length > 0 && (
        <nav class="ways-line" aria-label={w.distance}>
          <span>
            <Said text={w.within} of={{ place: <strong>{place.name}</strong> }} />
          </span>
          <Ways ways={distances.map(({ km, ...way }) => ({ text: distance(km), ...way }))} />
        </nav>
      )}
      {place.asWords !== undefined && (
        <p>
          {w.namesPlace} <a href={localPath(place.asWords)}>{w.asWords}</a>
        </p>
      )}
      {place.isPostcode && <p>{w.usPostcode}</p>}
      {place.others.length > 0 && (
        <p>
          {w.otherPlace}{' '}
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

/** Nothing takes place there: how much there is elsewhere. */
function Elsewhere({ data: { place, elsewhere } }: Props) {
  const { words, say, number } = useWords();
  const w = words.finder;
  if (!place || !elsewhere) return null;
  const { count, fromHome, path } = elsewhere;
  const name = <strong>{place.name.split(',')[0]}</strong>;
  return (
    <p class="place-line">
      <Said text={place.km === undefined ? w.noneIn : w.noneNear} of={{ place: name }} />{' '}
      {count > 0 && <a href={localPath(path)}>{say(w.elsewhere, { n: number(count) })}</a>}
      {count > 0 && fromHome > 0 && ' · '}
      {fromHome > 0 && say(w.homeCount, { n: number(fromHome) })}
    </p>
  );
}

/** The text of a filter: a name of the catalogue, one of our words, or what was typed. */
function filterText({ name, text }: Data['active'][number], language: PageLanguage): string {
  const w = language.words.finder;
  if (name === 'home' || name === 'box' || name === 'ended') return w.chips[name];
  if (name === 'lat') return fillIn(w.chips.lat, { point: text });
  if (name === 'near') {
    const [place = '', km] = text.split('\n');
    return km === undefined ? language.region(place) : `${place}, ${language.distance(Number(km))}`;
  }
  const isChoice = ['topic', 'activity', 'UN', 'in', ...listFilterNames].includes(name);
  return isChoice ? choiceText(name, { value: text, text }, language) : text;
}

/** The filters of the search, each a link to the search without it. */
function Active({ data, isNarrowed }: Props & { isNarrowed: boolean }) {
  const language = useWords();
  const w = language.words.finder;
  return isNarrowed ? (
    <nav aria-label={w.narrows} class="active">
      <ul class="chips">
        {data.active.map((filter) => (
          <li>
            <a class="chip" href={localPath(filter.without)}>
              <span class="visually-hidden">{w.remove} </span>
              <bdi class="chip-text">{filterText(filter, language)}</bdi>
              <span aria-hidden="true">×</span>
            </a>
          </li>
        ))}
        <li>
          <a class="clear" href="/finder">
            {w.clear}
          </a>
        </li>
      </ul>
    </nav>
  ) : null;
}

function Suggestion({ suggestion }: { suggestion: Data['suggestion'] }) {
  const w = useWords().words.finder;
  if (!suggestion) return null;
  const link = <a href={localPath(suggestion.path)}>{suggestion.q}</a>;
  return (
    <p class="suggestion">
      <Said text={w.didYouMean} of={{ words: link }} />
    </p>
  );
}

function Ended({ ended }: { ended: Data['ended'] }) {
  const { words, say, count } = useWords();
  const w = words.finder;
  if (!ended) return null;
  return (
    <p class="ended-line">
      {say(ended.isMore ? w.leftOutMore : w.leftOut, { projects: count('project', ended.count) })}{' '}
      <a href={localPath(ended.path)}>{w.showEnded}</a>
    </p>
  );
}

function Results({ data }: Props) {
  const { words, say, count, number } = useWords();
  const w = words.finder;
  const { asked, place, results, first, total, isMore, next, suggestion, sorts, there } = data;
  const isByPoint = place?.km !== undefined || (asked.lat !== '' && asked.lng !== '');
  const last = first + results.length - 1;
  // In any other order, those from home are among the others.
  const isByPlace = sorts[0]?.isCurrent === true && there !== undefined;
  const local = isByPlace ? Math.max(0, there - first + 1) : results.length;
  return (
    <>
      <Suggestion suggestion={suggestion} />
      <div class="result-head">
        <p class="result-count">
          <strong>
            {isMore ? say(w.atLeast, { projects: count('project', total) }) : count('project', total)}
          </strong>
          {next !== undefined && (
            <span id="shown-range">
              {say(w.range, { from: number(first), to: number(last), total: number(total) })}
            </span>
          )}
        </p>
        {sorts.length > 0 && (
          <nav class="ways-line" aria-label={w.order}>
            <Ways ways={sorts.map(({ order, ...way }) => ({ text: w.orders[order], ...way }))} />
          </nav>
        )}
      </div>
      <Ended ended={data.ended} />
      <Cards results={results.slice(0, local)} first={first} isByPoint={isByPoint} />
      {results.length > local && (
        <>
          {isByPlace && (
            <p class="group-title">
              <strong>{w.fromHome}</strong>
            </p>
          )}
          <Cards results={results.slice(local)} first={first + local} isByPoint={isByPoint} />
        </>
      )}
      {next !== undefined && (
        <p class="more">
          <a class="button plain" href={localPath(next)} rel="next">
            {w.more}
          </a>
        </p>
      )}
    </>
  );
}

function Cards({ results, first, isByPoint }: Pick<Data, 'results' | 'first'> & { isByPoint: boolean }) {
  return (
    <ul class="cards">
      {results.map((project, at) => (
        <li id={`result-${first + at}`}>
          <ProjectCard project={project} heading="h2" isByPlace={isByPoint} />
        </li>
      ))}
    </ul>
  );
}

function Nothing({ data, isNarrowed }: Props & { isNarrowed: boolean }) {
  const w = useWords().words.finder;
  const { asked, active, place, ended, suggestion } = data;
  if (!isNarrowed && !ended)
    return (
      <div class="empty">
        <h2>{w.empty}</h2>
      </div>
    );
  return (
    <div class="empty">
      <h2>{ended ? w.noneGoesOn : w.none}</h2>
      <Suggestion suggestion={suggestion} />
      <Ended ended={ended} />
      <ul>
        {asked.q !== '' && <li>{w.tryWords}</li>}
        {asked.phrase !== '' && <li>{w.tryPhrase}</li>}
        {asked.url !== '' && <li>{w.tryUrl}</li>}
        {(place ?? asked.lat !== '') && <li>{w.tryPlace}</li>}
        {active.length > 0 && <li>{w.tryFilters}</li>}
      </ul>
      <p>
        <ButtonLink href="/finder" text={w.showAll} />
      </p>
    </div>
  );
}
