import { ButtonLink } from '../ui/button-link.tsx';
import { Dots } from '../ui/drawings/dots.tsx';
import { ProjectCards } from '../ui/project-card.tsx';
import { useWords } from '../ui/words/use-words.tsx';
import { ProjectName } from './me/project-name.tsx';
import { Totals } from './me/totals.tsx';
import type { PageProps } from './page.ts';
import { Section } from '../ui/section.tsx';

/** A drawing has a dot for each contribution, up to as many as one still sees; without any it says nothing. */
const maxDots = 233;
const usualDots = 55;

/** The page of a person, as others see it: that there is a member, and what they chose to show. */
export function PersonPage({ data, frame }: PageProps<'person'>) {
  const { words, say, date } = useWords();
  const w = words.person;
  const { userId, handle, name, totals, cards = [], projects = [], certificates } = data;
  const { serviceName: service } = frame;
  const title = handle ?? name;
  const hasProjects = cards.length + projects.length > 0;
  const showsNothing = title === undefined && !totals && !hasProjects && certificates.length === 0;
  return (
    <>
      <div class="member-head">
        <div>
          <h1>{title ?? say(w.member, { service })}</h1>
          {handle !== undefined && name !== undefined && <p class="lead">{name}</p>}
          <p class="byline">{say(w.number, { id: userId, service })}</p>
        </div>
        <Dots count={Math.min(totals?.events || usualDots, maxDots)} class="member-dots" />
      </div>
      {showsNothing && <p>{w.nothing}</p>}
      {totals && <Totals {...totals} />}
      {hasProjects && (
        <Section id="projects" title={w.projects}>
          {cards.length > 0 && <ProjectCards projects={cards} />}
          {projects.length > 0 && (
            <ul class="rows">
              {projects.map((project) => (
                <li>
                  <ProjectName project={project} />
                </li>
              ))}
            </ul>
          )}
        </Section>
      )}
      {certificates.length > 0 && (
        <Section id="certificates" title={w.certificates}>
          <ul class="rows">
            {certificates.map(({ path, from, to }) => (
              <li>
                <a href={path}>{say(words.certificate.period, { from: date(from), to: date(to) })}</a>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <p>
        <ButtonLink href="/finder" text={w.find} />
      </p>
    </>
  );
}
