import type { PageData } from '../../contract/pages.ts';
import { Pager } from '../../ui/pager.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import { ProjectName } from './project-name.tsx';
import { Section } from '../../ui/section.tsx';

/** The projects that this person manages, with the ways to their tools and figures. */
export function Managed({ managed }: { managed: NonNullable<PageData['me']['managed']> }) {
  const { words, say, count, date } = useWords();
  const w = words.managed;
  const visibilities = {
    published: undefined,
    hidden: w.hidden,
    withheld: w.withheld,
    unpublished: w.unpublished,
    turned_down: w.turnedDown,
  };
  return (
    <Section id="managed" title={w.title}>
      <ul class="cards one">
        {managed.items.map(({ project, visibility, since, week }) => {
          const link = (tab: string, text: string, label: string) => (
            <a
              class="button plain"
              href={`${project.path}/${tab}`}
              aria-label={say(label, { project: project.title })}
            >
              {text}
            </a>
          );
          return (
            <li class="card split">
              <div>
                <h3>
                  <ProjectName project={project} />
                </h3>
                <p class="byline">
                  {visibilities[visibility] !== undefined && (
                    <span class="badge">{say(visibilities[visibility], { date: date(since ?? '') })}</span>
                  )}
                  {visibility === 'published' && (
                    <span>{say(w.week, { all: count('contribution', week) })}</span>
                  )}
                </p>
              </div>
              <div class="answers">
                {link('edit', w.edit, w.editLabel)}
                {link('stats', w.stats, w.statsLabel)}
                {link('tools', w.tools, w.toolsLabel)}
              </div>
            </li>
          );
        })}
      </ul>
      <Pager
        path="/me"
        list={managed}
        name="managed"
        anchor="managed"
        what="project"
        label={words.pager.managed}
      />
    </Section>
  );
}
