import type { ShownTo, VolunteerFigures } from '../../contract/volunteers-page.ts';
import { counted, formatNumber } from '../../ui/format.ts';
import { Pager } from '../../ui/pager.tsx';
import { PostButton } from '../../ui/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import { typeNames } from '../../ui/volunteer-filter.tsx';
import type { PageProps } from '../page.ts';
import { volunteerWords as words } from './volunteer-words.ts';

/** For each project, what its managers see of the reader, and the way to change it. */
export function VolunteerPage({ data: { name, projects } }: PageProps<'me-volunteer'>) {
  return (
    <>
      <p class="back">
        <a href="/me">← Your contributions</a>
      </p>
      <h1 id="managers">{words.title}</h1>
      <p>{words.lead}</p>
      {projects.total === 0 ? (
        <div class="empty">
          <p>{words.none}</p>
          <p>
            <a class="button primary" href="/finder">
              {words.find}
            </a>
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
          <Pager path="/me/volunteer" list={projects} name="page" anchor="managers" label="projects" />
        </>
      )}
    </>
  );
}

function Shown({ shown, name, page }: { shown: ShownTo; name: string; page: number }) {
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
        <a href={project.path}>{project.title}</a>
      </h2>
      {!isListed && <p>{isOptedOut ? words.optedOut : words.unseen}</p>}
      {isListed && figures.length === 0 && <p>{words.tomorrow}</p>}
      {isListed && figures.map((one) => <Figures figures={one} name={showsName ? name : ''} />)}
      {!isOptedOut && (
        <div class="answers">
          {isListed ? button('unlist', words.unlist) : button('list', words.list)}
          {isListed && showsName && button('hide-name', words.hideName)}
          {isListed && !showsName && name !== '' && button('show-name', words.showName(name))}
          {isListed && (isMailed ? button('no-mail', words.noMail) : button('mail', words.mail))}
        </div>
      )}
      {isListed && name === '' && <p class="hint">{words.noName}</p>}
    </>
  );
}

const Figures = ({ figures, name }: { figures: VolunteerFigures; name: string }) => (
  <p>
    {words.seen} {words.as} {name !== '' && <bdi>{name}, </bdi>}
    <code>{figures.pseudonym}</code>: {counted(figures.events, 'contribution')}
    {figures.unvouched > 0 && ` (${formatNumber(figures.unvouched)} by your browser)`},{' '}
    {counted(figures.hours, 'hour')}, magnitude {formatNumber(figures.magnitude)},{' '}
    <Time value={figures.first} /> to <Time value={figures.last} />,{' '}
    {figures.types.map((type) => typeNames[type].toLowerCase()).join(', ')}.
  </p>
);
