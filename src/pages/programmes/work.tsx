import type { ListedProject, ProgrammeWorkPage as Data } from '../../contract/pages/programmes.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EntryCard } from '../../ui/entry-card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { Section } from '../../ui/section.tsx';
import { SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';

/** The partner's page: the projects of a programme, and the figures of its members. */
export function ProgrammeWorkPage({ data }: PageProps<'programme-work'>) {
  const { of, projects, done } = data;
  const { words, say } = useWords();
  const w = words.programmeWork;
  return (
    <>
      <BackLink href={of.path}>← {of.name}</BackLink>
      <h1>{say(w.title, { name: of.name })}</h1>
      <Notice kind="done" says={done && w.done[done]} />
      <Section id="projects" title={words.programmes.projects}>
        {projects.total > 0 && (
          <>
            <p class="quiet">{w.removeSays}</p>
            <ul class="cards one">
              {projects.items.map((listed) => (
                <Listed listed={listed} path={of.path} />
              ))}
            </ul>
            <Pager
              path={`${of.path}/work`}
              list={projects}
              name="page"
              anchor="projects"
              what="project"
              label={words.pager.projects}
            />
          </>
        )}
        <form method="post" action={`${of.path}/work`} class="stack">
          <input type="hidden" name="act" value="invite" />
          <TextField id="project_id" label={w.invite} says={w.inviteSays} maxLength={300} value="" />
          <button class="button plain waking">{w.send}</button>
        </form>
      </Section>
      <Figures data={data} />
      <Shown data={data} />
    </>
  );
}

function Listed({ listed: { project, state, missing }, path }: { listed: ListedProject; path: string }) {
  const { words, say, list } = useWords();
  const w = words.programmeWork;
  const lacks = missing.map((fact) => words.integration.facts[fact]);
  const act = (name: 'accept' | 'remove', text: string) => (
    <PostButton
      action={`${path}/work`}
      fields={{ act: name, project_id: project.id }}
      look={name === 'remove' ? 'danger' : 'primary'}
      label={`${text}: ${project.title}`}
    >
      {text}
    </PostButton>
  );
  return (
    <EntryCard
      name={project.title}
      byline={
        <>
          <span>
            <a href={project.path}>№ {project.id}</a> · {w.states[state]}
          </span>
          {lacks.length > 0 && <span>{say(words.integration.missing, { facts: list(lacks) })}</span>}
        </>
      }
    >
      {state === 'asked' && lacks.length === 0 && act('accept', w.accept)}
      {act('remove', state === 'listed' ? w.remove : state === 'asked' ? w.refuse : w.withdraw)}
    </EntryCard>
  );
}

function Figures({ data: { of, isOpen, people, awards, figures, allFigures } }: { data: Data }) {
  const { words, say, people: peopleText, number, month } = useWords();
  const w = words.programmeWork;
  const shown = (figure: number | null) => (figure === null ? w.few : number(figure));
  return (
    <Section id="figures" title={w.figures}>
      <p>{w.figuresSay}</p>
      <SaidParagraph
        text={w.people}
        of={{ people: <strong>{peopleText(people)}</strong>, awards: <strong>{shown(awards)}</strong> }}
      />
      {isOpen && (
        <p>
          <ButtonLink href={`${of.path}/mailings`} text={w.write} />
        </p>
      )}
      {figures.length > 0 && (
        <div class="scroll" role="region" aria-label={w.figures} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{w.month}</th>
                <th scope="col">{w.project}</th>
                <th scope="col">{w.peopleColumn}</th>
                <th scope="col">{w.contributions}</th>
                <th scope="col">{w.hours}</th>
              </tr>
            </thead>
            <tbody>
              {figures.map((row) => (
                <tr>
                  <td>{month(`${row.month}-01`)}</td>
                  <th scope="row">{row.project ? row.project.title : w.all}</th>
                  <td>{shown(row.people)}</td>
                  <td>{shown(row.contributions)}</td>
                  <td>{shown(row.hours)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {allFigures !== undefined && <p class="quiet">{say(w.inFile, { n: number(allFigures) })}</p>}
      <p>
        <a href={`${of.path}/figures.csv`} download aria-label={say(w.csvLabel, { name: of.name })}>
          {w.csv}
        </a>
      </p>
    </Section>
  );
}

function Shown({ data: { of, shown } }: { data: Data }) {
  const { words, say, date } = useWords();
  const w = words.programmeWork;
  if (shown.total === 0) return null;
  return (
    <Section id="shown" title={w.shown}>
      <ul class="rows">
        {shown.items.map(({ name, until, award }) => (
          <li>
            <bdi>{name}</bdi> <span class="quiet">{say(w.shownUntil, { date: date(until) })}</span>{' '}
            {award !== undefined && <a href={award}>{w.award}</a>}
          </li>
        ))}
      </ul>
      <Pager
        path={`${of.path}/work`}
        list={shown}
        name="people"
        anchor="shown"
        what="peopleExactly"
        label={words.pager.people}
      />
    </Section>
  );
}
