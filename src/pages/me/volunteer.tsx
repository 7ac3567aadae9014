import type { ShownTo, VolunteerFigures } from '../../contract/pages/volunteers.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import { SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { ProjectName } from './project-name.tsx';

/** For each project, what its managers see of the reader, and the way to change it. */
export function VolunteerPage({ data: { name, projects } }: PageProps<'me-volunteer'>) {
  const { words: all } = useWords();
  const words = all.volunteer;
  return (
    <>
      <BackLink href="/me">{words.back}</BackLink>
      <h1 id="managers">{words.title}</h1>
      <p>{words.lead}</p>
      {projects.total === 0 ? (
        <div class="empty">
          <p>{words.none}</p>
          <p>
            <ButtonLink href="/finder" text={all.me.find} look="primary" />
          </p>
        </div>
      ) : (
        <>
          <p class="hint">{words.unlistSays}</p>
          <ul class="cards one">
            {projects.items.map((shown) => (
              <li class="card" id={`project-${shown.project.id}`}>
                <Shown shown={shown} name={name} page={projects.page} />
              </li>
            ))}
          </ul>
          <Pager
            path="/me/volunteer"
            list={projects}
            name="page"
            anchor="managers"
            what="project"
            label={all.pager.projects}
          />
        </>
      )}
    </>
  );
}

function Shown({ shown, name, page }: { shown: ShownTo; name: string; page: number }) {
  const { words: all, say } = useWords();
  const words = all.volunteer;
  const { project, isListed, isOptedOut, showsName, isMailed, figures } = shown;
  const button = (act: string, text: string) => (
    <PostButton
      action="/me/volunteer"
      fields={{ project_id: project.id, act, ...(page > 1 && { page }) }}
      label={`${text}: ${project.title}`}
    >
      {text}
    </PostButton>
  );
  return (
    <>
      <h2>
        <ProjectName project={project} />
      </h2>
      {!isListed && <p>{isOptedOut ? words.optedOut : words.unseen}</p>}
      {isListed && figures.length === 0 && <p>{words.tomorrow}</p>}
      {isListed && figures.map((one) => <Figures figures={one} name={showsName ? name : ''} />)}
      {!isOptedOut && (
        <div class="answers">
          {isListed ? button('unlist', words.unlist) : button('list', words.list)}
          {isListed && showsName && button('hide-name', words.hideName)}
          {isListed && !showsName && name !== '' && button('show-name', say(words.showName, { name }))}
          {isListed && (isMailed ? button('no-mail', words.noMail) : button('mail', words.mail))}
        </div>
      )}
      {isListed && name === '' && <p class="hint">{words.noName}</p>}
    </>
  );
}

function Figures({ figures, name }: { figures: VolunteerFigures; name: string }) {
  const { words: all, say, count, number } = useWords();
  const words = all.volunteer;
  const of = {
    name: (
      <>
        {name !== '' && (
          <>
            <bdi>{name}</bdi>
            {all.ages.comma}
          </>
        )}
        <code>{figures.pseudonym}</code>
      </>
    ),
    contributions: count('contribution', figures.events),
    unvouched: figures.unvouched > 0 ? ` ${say(words.unvouched, { n: number(figures.unvouched) })}` : '',
    hours: count('hour', figures.hours),
    magnitude: number(figures.magnitude),
    from: <Time value={figures.first} />,
    to: <Time value={figures.last} />,
    types: figures.types.map((type) => all.me.types[type]).join(all.ages.comma),
  };
  return <SaidParagraph text={words.seen} of={of} />;
}
