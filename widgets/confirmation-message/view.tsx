/** The message as the participant sees it: one card, whatever the state. */
import { Fragment, h } from 'preact';
import { FollowFocus } from '../lib/follow-focus.tsx';
import { dayIn, daysIn, type Values } from '../lib/messages.ts';
import { Spoken } from '../lib/spoken.tsx';
import { ChoicesOf } from './choices.tsx';
import type { State } from './states.ts';
import { AddressForm, CodeForm } from './join-forms.tsx';
import { Mark } from './mark.tsx';
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
};

/** Exactly what a click on "Credit me" sends, under the names that it is sent by. */
const WhatIsSent = ({ record }: State) => (
  <>
    <p part="text">{say('sent.text')}</p>
    <dl>
      {Object.entries(record ?? {}).map(
        ([name, value]) =>
          value !== undefined && (
            <div>
              <dt>{name}</dt>
              <dd>{`${value}`}</dd>
            </div>
          ),
      )}
    </dl>
  </>
);

const titleOf = (wording: Wording): MessageKey => `${wording}.title`;

/** The title of an answer; the others ask, or explain. */
const answers: Wording[] = ['credited', 'linked', 'undone', 'declined', 'unlinked', 'crediting', 'settling'];
/** Reached by a click, with more to say than fits the height that the first state has. */
const tall: Wording[] = ['email', 'code', 'connecting', 'blocked'];

const Text = ({ children }: { children: string }) => <p part="text">{children}</p>;

function Card(shown: Shown) {
  const { state, ids, wording } = shown;
  const { project, address, notice, words, isOpen, hasLost, isLinked, signInBy } = state;
  const lang = words?.lang ?? 'en';
  const title = project?.title ?? '…';
  const values: Values = {
    project: title,
    address,
    // Only where they are said: a browser takes long over its first number, and its first date.
    get days() {
      return project && daysIn(lang, project.retention_days);
    },
    get day() {
      return signInBy && dayIn(lang, signInBy);
    },
  };
  const isForm = wording === 'email' || wording === 'code';
  const isNew = wording === 'credited' && signInBy;
  const keys = [
    hasLost && 'lost',
    notice,
    isNew && 'credited.new',
    `${wording}.text`,
    !isLinked && `${wording}.join`,
  ].filter((key): key is MessageKey => !!key && isMessage(key));
  const texts = keys.map((key) => <Text>{say(key, values)}</Text>);
  const says = say(titleOf(wording), values);
  const isSmall = state.isAnswered && !texts.length;
  const isTall = isOpen || notice || isNew || tall.includes(wording);
  return (
    <div
      part="card"
      key={wording}
      class={`${state.step === 'loading' ? 'loading' : ''} ${answers.includes(wording) ? 'line' : ''} ${isSmall ? 'small' : isTall ? '' : 'compact'}`}
      data-state={wording}
      role="group"
      aria-labelledby={`${ids}title`}
    >
      <Mark wording={wording} />
      <div class="body">
        <div class="head">
          <p id={`${ids}title`} part="title" role="heading" aria-level={2} tabIndex={-1} title={says}>
            {says}
          </p>
          {!isForm && project && (
            <p part="project" title={title}>
              {isNew ? `${title} · ${address}` : title}
            </p>
          )}
          {!isOpen && texts}
        </div>
        {wording === 'email' ? (
          <AddressForm {...shown} />
        ) : wording === 'code' ? (
          <CodeForm {...shown} />
        ) : (
          <ChoicesOf {...shown} />
        )}
        {isOpen && (
          <div part="details">
            {texts}
            {wording === 'ask' && <WhatIsSent {...state} />}
          </div>
        )}
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
  const spoken = state.problem ?? state.notice ?? (state.hasLost ? 'lost' : isSaid && titleOf(wording));
  return (
    <FollowFocus class="embed" {...tongue} data-theme={theme}>
      <Spoken>{spoken && say(spoken)}</Spoken>
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
    </FollowFocus>
  );
}
