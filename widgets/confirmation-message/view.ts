/** The message as the participant sees it: one card, whatever the state. */
import { tag, type Piece } from '../lib/draw.ts';
import { daysIn } from '../lib/messages.ts';
import type { State } from './flow.ts';
import { addressForm, codeForm } from './join-forms.ts';
import { mark } from './mark.ts';
import type { Participation } from './participation.ts';
import type { ConfirmationSettings } from './settings.ts';
import { wordingOf, type Wording } from './wording.ts';
import { isMessage, say, speak, type MessageKey } from './words.ts';

const act = (label: MessageKey, onclick: () => unknown, kind = '') =>
  tag('button', { part: `button ${kind}`, type: 'button', onclick }, say(label));

const visit = ({ project }: State, kind: string) =>
  tag(
    'a',
    { part: `button ${kind}`, href: project?.page, target: '_blank', rel: 'noopener' },
    say('do.visit'),
  );

/** The two ways to a profile: a window of ours, where one opens, and the e-mail. */
const ways = (
  { credit, useEmail }: Participation,
  { isWindowless }: State,
  window: MessageKey,
  email: MessageKey,
): Piece[] => [
  !isWindowless && act(window, credit, 'primary'),
  act(isWindowless ? 'do.emailInstead' : email, useEmail, isWindowless ? 'primary' : ''),
];

const no = ({ decline }: Participation) => act('do.decline', decline, 'quiet');

/** What can be done in a wording, most wanted first. */
const actsIn: Partial<Record<Wording, (acts: Participation, state: State, isPassive: boolean) => Piece[]>> = {
  ask: (acts, state) => [...ways(acts, state, 'do.credit', 'do.email'), no(acts)],
  link: (acts, state) => [...ways(acts, state, 'do.link', 'do.email'), no(acts)],
  again: (acts, state) => [...ways(acts, state, 'do.link', 'do.emailInstead'), no(acts)],
  named: ({ useEmail, decline }, { isLinked }) => [
    !isLinked && act('do.join', useEmail, 'primary'),
    act('do.dontCredit', decline),
  ],
  connecting: ({ cancel }) => [act('do.cancel', cancel)],
  blocked: (acts, state) => [...ways(acts, state, 'do.retry', 'do.emailInstead'), visit(state, 'quiet')],
  credited: ({ undo, notMe }) => [act('do.undo', undo, 'quiet'), act('do.notMe', notMe, 'quiet')],
  linked: ({ decline, notMe }) => [act('do.stop', decline, 'quiet'), act('do.notMe', notMe, 'quiet')],
  undone: ({ decline }, { isLinked }) => [isLinked && act('do.stop', decline, 'quiet')],
  declined: ({ change }) => [act('do.change', change, 'quiet')],
  unlinked: ({ change }) => [act('do.change', change, 'quiet')],
  elsewhere: ({ decline }, state, isPassive) => [
    visit(state, 'primary'),
    !isPassive && act('do.decline', decline, 'quiet'),
  ],
  failed: ({ retry }) => [act('do.retry', retry)],
  offline: ({ retry }) => [act('do.retry', retry)],
};

/** Exactly what a click on "Credit me" sends, under the names that it is sent by. */
const whatIsSent = ({ record }: State) =>
  tag(
    'details',
    { part: 'details' },
    tag('summary', {}, say('sent.title')),
    tag('p', {}, say('sent.text')),
    tag(
      'dl',
      {},
      ...Object.entries(record ?? {})
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => tag('div', {}, tag('dt', {}, name), tag('dd', {}, `${value}`))),
    ),
  );

const titleOf = (wording: Wording): MessageKey => `${wording}.title`;

/** Wordings of one line. */
const lines: Wording[] = ['credited', 'linked', 'undone', 'declined', 'unlinked', 'crediting', 'settling'];

function card(wording: Wording, state: State, acts: Participation, settings: ConfirmationSettings) {
  const { project, address, notice, words } = state;
  const values = {
    project: project?.title ?? '…',
    address,
    // Only where it is told: a browser takes long over its first number.
    get days() {
      return project && daysIn(words?.lang ?? 'en', project.retention_days);
    },
  };
  const text = (key: string) => isMessage(key) && tag('p', { part: 'text' }, say(key, values));
  return tag(
    'div',
    {
      part: 'card',
      id: wording,
      role: 'group',
      'aria-labelledby': 'title',
      class: `${lines.includes(wording) ? 'line' : ''} ${state.step === 'loading' ? 'loading' : ''}`,
    },
    mark(wording),
    tag(
      'div',
      { class: 'body' },
      tag('h2', { id: 'title', part: 'title', tabindex: -1 }, say(titleOf(wording), values)),
      text(`${wording}.text`),
      !state.isLinked && text(`${wording}.join`),
      notice && text(notice),
      state.hasLost && text('lost'),
      wording === 'email'
        ? addressForm(state, acts)
        : wording === 'code'
          ? codeForm(state, acts)
          : tag(
              'div',
              { class: 'acts' },
              ...(actsIn[wording]?.(acts, state, settings.mode === 'passive') ?? []),
            ),
      wording === 'ask' && whatIsSent(state),
    ),
  );
}

export function confirmationView(state: State, acts: Participation, settings: ConfirmationSettings) {
  const tongue = speak(state.words);
  const wording = wordingOf(state, settings);
  const isSaid = wording && lines.includes(wording) && state.step !== 'loading';
  const spoken = state.problem ?? state.notice ?? (state.hasLost ? 'lost' : isSaid && titleOf(wording));
  return tag(
    'div',
    { class: 'embed', ...tongue, 'data-theme': settings.theme },
    tag('p', { class: 'spoken', role: 'status' }, spoken && say(spoken)),
    wording && card(wording, state, acts, settings),
  );
}
