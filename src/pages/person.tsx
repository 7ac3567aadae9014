import { useWords } from '../ui/words/use-words.tsx';
import { ProjectName } from './me/project-name.tsx';
import type { PageProps } from './page.ts';

/** The page of a person, as others see it: that there is a member, and what they chose to show. */
export function PersonPage({ data, frame }: PageProps<'person'>) {
  const { words, say, count, date, duration } = useWords();
  const w = words.person;
  const { userId, handle, name, totals, projects = [], certificates } = data;
  const { serviceName: service } = frame;
  const title = handle ?? name;
  const showsNothing = title === undefined && !totals && projects.length === 0 && certificates.length === 0;
  return (
    <div class="narrow">
      <h1>{title ?? say(w.member, { service })}</h1>
      {handle !== undefined && name !== undefined && <p class="lead">{name}</p>}
      <p class={title === undefined ? 'lead' : undefined}>{say(w.number, { id: userId, service })}</p>
      {showsNothing && <p>{w.nothing}</p>}
      {totals && (
        <p>
          {[
            count('contribution', totals.events),
            count('project', totals.projects),
            ...(totals.hours > 0 ? [duration(totals.hours)] : []),
          ].join(' · ')}
        </p>
      )}
      {projects.length > 0 && (
        <section aria-labelledby="projects">
          <h2 id="projects">{w.projects}</h2>
          <ul class="rows">
            {projects.map((project) => (
              <li>
                <ProjectName project={project} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {certificates.length > 0 && (
        <section aria-labelledby="certificates">
          <h2 id="certificates">{w.certificates}</h2>
          <ul class="rows">
            {certificates.map(({ path, from, to }) => (
              <li>
                <a href={path}>{say(words.certificate.period, { from: date(from), to: date(to) })}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p>
        <a href="/finder">{w.find}</a>
      </p>
    </div>
  );
}
