/** The finder as the visitor sees it: heading, form, results, and the way on. */
import { h, type TargetedMouseEvent } from 'preact';
import { baseUrl } from '../lib/placeholders.ts';
import { Spoken } from '../lib/spoken.tsx';
import { CardOf, Placeholders } from './card.tsx';
import type { Session, FinderState } from './session.ts';
import type { FinderSettings } from '../../src/attributes/finder.ts';
import { say, speak, type FinderMessageKey } from './words.ts';

export type FinderProps = { state: FinderState; settings: FinderSettings; session: Session };

const headingOf = ({ projects }: FinderSettings): FinderMessageKey =>
  projects ? (projects.length > 1 ? 'chosen' : 'one') : 'find';

const countOf = ({ total, isAtLeast, words }: FinderState) =>
  say(isAtLeast ? 'foundMore' : 'found', { count: new Intl.NumberFormat(words.lang).format(total) });

type ButtonProps = {
  says: FinderMessageKey;
  kind?: string;
  onClick: (event: TargetedMouseEvent<HTMLButtonElement>) => void;
  isBusy?: boolean | undefined;
};

const Button = ({ says, kind = '', onClick, isBusy }: ButtonProps) => (
  <button part={`button ${kind}`} onClick={onClick} aria-disabled={isBusy}>
    {say(says)}
  </button>
);

const Form = ({ state, session }: FinderProps) => (
  <form role="search">
    <input
      part="input"
      type="search"
      value={state.q}
      aria-label={say('words')}
      placeholder={say('words')}
      maxLength={500}
      autocomplete="off"
    />
    <Button
      says="search"
      kind="primary"
      onClick={(event) => {
        // Enter in the field is a click here, also in a sandbox without forms, where nothing is submitted.
        event.preventDefault();
        session.search((event.currentTarget.form?.elements[0] as HTMLInputElement).value);
      }}
    />
  </form>
);

const LinkOut = ({ state: { page = `${baseUrl}/finder` } }: Pick<FinderProps, 'state'>) => (
  <a part="all" href={page} target="_blank" rel="noopener">
    {say('all')}
  </a>
);

/** In place of results: what happened, and what can be done. */
function Note({ state, settings, session }: FinderProps) {
  const { step, problem, results } = state;
  if (step === 'failed' && problem)
    return (
      <div part="note">
        <p>{say(problem)}</p>
        {problem !== 'refused' && problem !== 'removed' && <Button says="retry" onClick={session.retry} />}
      </div>
    );
  if (step === 'slow') return <p part="note">{say('slow')}</p>;
  if (step !== 'ready' || results.length) return null;
  return <p part="note">{say(settings.projects ? 'gone' : 'none')}</p>;
}

function Results(shown: FinderProps) {
  const { state, settings, session } = shown;
  const { step, results } = state;
  const { layout, limit, projects } = settings;
  const room = Math.min(limit, projects?.length ?? limit);
  const isComing = step !== 'ready' && step !== 'failed';
  return (
    <div part="results" class={layout} aria-busy={isComing || undefined}>
      <Note {...shown} />
      <Placeholders count={room} />
      {!isComing && results.length > 0 && (
        // Safari takes the role from lists without bullets.
        <ul role="list">
          {results.map((card) => (
            <CardOf
              key={card.id}
              card={card}
              lang={state.words.lang}
              settings={settings}
              onOpen={() => session.open(card.id)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** The text for screen readers; empty before the visitor did something. */
function spokenOf(state: FinderState): string {
  const { step, problem, isAsked, results } = state;
  if (problem) return say(problem);
  if (step === 'slow') return say('slow');
  return isAsked && step === 'ready' ? (results.length ? countOf(state) : say('none')) : '';
}

/** `theme` is what the page around it looks like. */
export function FinderView({ theme, ...shown }: FinderProps & { theme: string }) {
  const { state, settings, session } = shown;
  const { form, header, projects, title, 'near-me': nearMe } = settings;
  const tongue = speak(state.words);
  const { step, problem, results, hasNext, isAdding } = state;
  const isSearch = !projects;
  const hasForm = isSearch && form === 'show';
  // The fault that is shown while the results stay.
  const told = problem && step !== 'failed' ? say(problem) : undefined;
  const count = told ?? (step === 'ready' && results.length > 0 && countOf(state));
  return (
    <div class="embed" {...tongue} data-theme={theme}>
      <Spoken>{spokenOf(state)}</Spoken>
      <div part="box">
        <p part="heading" class={header === 'hide' ? 'unseen' : ''} role="heading" aria-level={2}>
          {title ?? say(headingOf(settings))}
        </p>
        {hasForm && <Form {...shown} />}
        {isSearch && nearMe === 'offer' && (
          <div class="near">
            <Button says={state.position ? 'anywhere' : 'nearMe'} kind="quiet" onClick={session.nearMe} />
          </div>
        )}
        {/* A new element for each text: a browser that translates the page takes the old text out of its place. */}
        {hasForm && (
          <p part="count" key={String(count)}>
            {count}
          </p>
        )}
        <Results {...shown} />
        <div class="foot">
          {step === 'ready' && hasNext && <Button says="more" isBusy={isAdding} onClick={session.more} />}
          {told && !hasForm ? <p>{told}</p> : <LinkOut state={state} />}
        </div>
      </div>
    </div>
  );
}
