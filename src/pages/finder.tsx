import { counted } from '../ui/format.ts';
import { localPath } from '../ui/local-path.ts';
import { Notice } from '../ui/notice.tsx';
import { ProjectCard } from '../ui/project-card.tsx';
import { Search } from '../ui/search.tsx';
import type { PageProps } from './page.ts';

type ChoiceProps = { name: string; label: string; any: string; chosen: string; options: string[] };

function Choice({ name, label, any, chosen, options }: ChoiceProps) {
  // A name that is not on the list stays chosen, so that the form shows what was asked for.
  const names = chosen === '' || options.includes(chosen) ? options : [chosen, ...options];
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        <option value="">{any}</option>
        {names.map((option) => (
          <option value={option} selected={option === chosen}>
            {option}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The directory: one form, one list, plain addresses. */
export function FinderPage({ data }: PageProps<'finder'>) {
  const { q, topic, activity, topics, activities, results, total, next, faults } = data;
  const isNarrowed = q !== '' || topic !== '' || activity !== '';
  return (
    <>
      <h1>Find a project</h1>
      <Search q={q}>
        <Choice name="topic" label="Topic" any="Any topic" chosen={topic} options={topics} />
        <Choice name="activity" label="Activity" any="Any activity" chosen={activity} options={activities} />
      </Search>

      {faults.length > 0 && (
        <Notice kind="fault">
          {faults.map((fault) => (
            <p>{fault}</p>
          ))}
        </Notice>
      )}

      {results.length > 0 ? (
        <>
          <p class="result-count">
            <strong>{counted(total, 'project')}</strong>{' '}
            {isNarrowed && <a href="/finder">Clear the search</a>}
          </p>
          <ul class="cards">
            {results.map((project) => (
              <li>
                <ProjectCard project={project} heading="h2" />
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
      ) : (
        faults.length === 0 && (
          <div class="empty">
            <h2>{isNarrowed ? 'No project matches this search' : 'The directory is still empty'}</h2>
            {isNarrowed && (
              <>
                <p>Try fewer or more general words, another spelling, or leave topic and activity open.</p>
                <p>
                  <a class="button plain" href="/finder?q=">
                    Show all projects
                  </a>
                </p>
              </>
            )}
          </div>
        )
      )}
    </>
  );
}
