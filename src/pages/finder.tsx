import type { PageData } from '../contract/pages.ts';
import { counted } from '../ui/format.ts';
import { localPath } from '../ui/local-path.ts';
import { Notice } from '../ui/notice.tsx';
import { ProjectCard } from '../ui/project-card.tsx';
import { FinderForm, namesOfFields } from './finder-form.tsx';
import type { PageProps } from './page.ts';

type Props = { data: PageData['finder'] };

/** The directory: one form, one list, plain addresses. */
export function FinderPage({ data }: PageProps<'finder'>) {
  const { asked, results, faults } = data;
  const isNarrowed = asked.q !== '' || data.active.length > 0;
  // What has no field of its own here, such as the place in a list.
  const others = faults.filter(({ field }) => !(field in namesOfFields));
  return (
    <>
      <h1>Find a project</h1>
      <FinderForm data={data} />
      {others.length > 0 && (
        <Notice kind="fault">
          {others.map(({ field, message }) => (
            <p>
              The {field} {message}.
            </p>
          ))}
        </Notice>
      )}
      <Active data={data} isNarrowed={isNarrowed} />
      {results.length > 0 && <Results data={data} />}
      {results.length === 0 && faults.length === 0 && <Nothing data={data} isNarrowed={isNarrowed} />}
    </>
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

const Suggestion = ({ suggestion }: { suggestion: PageData['finder']['suggestion'] }) =>
  suggestion ? (
    <p class="suggestion">
      Did you mean <a href={localPath(suggestion.path)}>{suggestion.q}</a>?
    </p>
  ) : null;

function Results({ data }: Props) {
  const { asked, results, total, isMore, next, suggestion } = data;
  const isByPlace = asked.lat !== '' && asked.lng !== '';
  return (
    <>
      <Suggestion suggestion={suggestion} />
      <p class="result-count">
        <strong>
          {isMore && 'At least '}
          {counted(total, 'project')}
        </strong>
        {isByPlace && <span>Nearest first, then what you can do anywhere</span>}
      </p>
      <ul class="cards">
        {results.map((project) => (
          <li>
            <ProjectCard project={project} heading="h2" isByPlace={isByPlace} />
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
  const { asked, active, suggestion } = data;
  if (!isNarrowed)
    return (
      <div class="empty">
        <h2>The directory is still empty</h2>
      </div>
    );
  return (
    <div class="empty">
      <h2>No project matches this search</h2>
      <Suggestion suggestion={suggestion} />
      <ul>
        {asked.q !== '' && <li>Try fewer or more general words, or another spelling.</li>}
        {asked.phrase !== '' && (
          <li>A phrase must stand in a project word for word: search for its words instead.</li>
        )}
        {asked.url !== '' && <li>An address must be the project’s own page, not one beneath it.</li>}
        {asked.lat !== '' && <li>Leave the place out to see projects that are farther away.</li>}
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
