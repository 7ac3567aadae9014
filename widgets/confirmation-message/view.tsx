/** The message as the participant sees it: one card, whatever the state. */
import { h, type ComponentChildren } from 'preact';
import { serviceName } from '../lib/placeholders.ts';
import { Spoken } from '../lib/spoken.tsx';
import { ChoicesOf } from './choices.tsx';
import type { State } from './states.ts';
import { Mark } from './mark.tsx';
import type { SecondPart } from './load-second-part.ts';
import type { Dispatch } from './participation.ts';
import type { ConfirmationSettings } from '../../src/attributes/confirmation-message.ts';
import { wordingOf, type Wording } from './wording.ts';
import { isMessage, say, speak, type MessageKey } from './words.ts';

export type Shown = {
  state: State;
  dispatch: Dispatch;
  /** The prefix of the ids of this message. */
  ids: string;
  wording: Wording;
  second: SecondPart | undefined;
  /** The text below the title. */
  texts?: ComponentChildren;
};

const titleOf = (wording: Wording, { group }: State): MessageKey =>
  wording === 'credited' && group ? 'counts' : `${wording}.title`;

/** The title of an answer; the others ask, or explain. */
const answers: Wording[] = ['credited', 'linked', 'undone', 'declined', 'unlinked', 'crediting', 'settling'];
const Text = ({ children }: { children: string }) => <p part="text">{children}</p>;

function Card(shown: Shown) {
  const { state, ids, wording, second } = shown;
  const { project, address, group, notice, problem, isOpen, hasLost, height, signInBy, soFar } = state;
  const title = project?.title ?? '…';
  const values = { project: title, address, group, day: signInBy };
  const isForm = wording === 'email' || wording === 'code' || wording === 'group';
  const isNew = wording === 'credited' && signInBy;
  const keys = [hasLost && 'lost', notice, isNew && 'credited.new', `${wording}.text`].filter(
    (key): key is MessageKey => !!key && isMessage(key),
  );
  const texts = [soFar, ...keys.map((key) => say(key, values))].map((text) => text && <Text>{text}</Text>);
  const says = say(titleOf(wording, state), values);
  return (
    <div
      part="card"
      key={wording}
      class={`${state.step === 'loading' ? 'loading' : ''} ${answers.includes(wording) ? 'line' : ''} ${height ?? 'compact'}`}
      data-state={wording}
      role="group"
      aria-labelledby={`${ids}title`}
    >
      <Mark wording={wording} />
      <div class="body">
        <div class="head">
          <p id={`${ids}title`} part="title" role="heading" aria-level={2} title={says}>
            {says}
          </p>
          {!isForm && project && (
            <p part="project" dir="auto" title={title} translate={false}>
              {`${serviceName} · ${title}`}
            </p>
          )}
          {problem ? (
            <p part="problem" id={`${ids}problem`} key={problem}>
              {say(problem)}
            </p>
          ) : (
            !isOpen && texts
          )}
        </div>
        {!isForm && <ChoicesOf {...shown} />}
        {second && (isForm || isOpen) && <second.Further {...shown} texts={texts} />}
      </div>
    </div>
  );
}

/** `theme` is what the page around it looks like. */
export function ConfirmationView({
  settings,
  theme,
  ...shown
}: Omit<Shown, 'wording'> & { settings: ConfirmationSettings; theme: string }) {
  const { state, dispatch } = shown;
  const tongue = speak(state.words);
  const wording = wordingOf(state, settings);
  const isSaid = wording && answers.includes(wording) && state.step !== 'loading';
  const spoken =
    state.problem ?? state.notice ?? (state.hasLost ? 'lost' : isSaid && titleOf(wording, state));
  return (
    <div class="embed" {...tongue} data-theme={theme}>
      <Spoken>{spoken && say(spoken, { group: state.group })}</Spoken>
      {wording && <Card {...shown} wording={wording} />}
      {wording && settings.placement === 'corner' && (
        <button
          part="button quiet"
          class="close"
          type="button"
          aria-label={say('do.close')}
          onClick={() => dispatch({ on: 'close' })}
        >
          ✕
        </button>
      )}
    </div>
  );
}
