/** The actions of the participant in each wording: one or two ways first, and a row of quiet choices. */
import { h } from 'preact';
import { baseUrl } from '../lib/placeholders.ts';
import { Button } from './button.tsx';
import type { Click } from './states.ts';
import type { Shown } from './view.tsx';
import type { Wording } from './wording.ts';
import type { MessageKey } from './words.ts';

/** A click without a text of its own has the message of its name. */
type ClickChoice = [does: Click, says?: MessageKey];
/** `link`: the words of a link to our site, which is the first way. */
type Choices = { ways?: ClickChoice[]; quiet?: ClickChoice[]; link?: MessageKey };

const no: ClickChoice = ['decline'];
const more: ClickChoice = ['unfold', 'do.more'];
const stop: ClickChoice = ['decline', 'do.stop'];

/** The two ways to a profile: a window of ours, where one opens, and the e-mail. */
const bothWays = (isWindowless: boolean | undefined, window: MessageKey, email: MessageKey): ClickChoice[] =>
  isWindowless
    ? [['useEmail', 'do.emailInstead']]
    : [
        ['credit', window],
        ['useEmail', email],
      ];

const choicesIn = ({
  state: { group, isWindowless, isLinked, isNamed, isPassive, tapped, notice, stopped },
  wording,
}: Shown): Choices => {
  const change: Choices = { quiet: [[stopped ? 'undo' : 'change']] };
  // Only a page that has the participant's token may name this contribution.
  const ways: ClickChoice[] = isNamed ? [['undo', 'do.notThis']] : [];
  const retry: Choices = { ways: [['retry']], quiet: tapped ? [['cancel']] : [] };
  const choices: Partial<Record<Wording, Choices>> = {
    ask: {
      ways: bothWays(isWindowless, 'do.credit', 'do.email'),
      quiet: [no, ['inGroup'], ['unfold', 'sent.title']],
    },
    link: { ways: bothWays(isWindowless, 'do.link', 'do.email'), quiet: [no, more] },
    again: { ways: bothWays(isWindowless, 'do.link', 'do.emailInstead'), quiet: [no, more] },
    named: {
      link: 'do.see',
      ways,
      quiet: [stop, isLinked ? more : ['useEmail', 'do.join']],
    },
    connecting: { ways: [['cancel'], ['useEmail', 'do.emailInstead']] },
    blocked: {
      ways: bothWays(isWindowless, 'do.retry', 'do.emailInstead'),
    },
    credited: group ? { quiet: [['notMe', 'do.notUs']] } : { link: 'do.see', quiet: [['undo'], ['notMe']] },
    linked: { link: 'do.see', ways, quiet: isNamed ? [stop] : [stop, ['notMe']] },
    // A contribution that was removed on our own site is taken back there.
    undone: { ...(notice ? { link: 'do.see' } : { ways: [['putBack']] }), quiet: [stop] },
    declined: change,
    unlinked: change,
    elsewhere: { link: 'do.visit', quiet: isPassive ? [] : [no] },
    failed: retry,
    offline: retry,
  };
  return choices[wording] ?? {};
};

export function ChoicesOf(shown: Shown) {
  const { state, dispatch, wording } = shown;
  const { ways = [], quiet = [], link } = choicesIn(shown);
  const page = state.project?.page;
  const own = `${baseUrl}/me${state.at ?? ''}`;
  const draw = (choices: ClickChoice[], kindOf: (index: number) => string) =>
    choices.map(([on, says = `do.${on}` as MessageKey], index) => (
      <Button
        says={says}
        kind={kindOf(index)}
        isOpen={on === 'unfold' ? !!state.isOpen : undefined}
        onClick={() => dispatch({ on })}
      />
    ));
  return [
    <div class="acts">
      {link && <Button says={link} kind="primary" href={link === 'do.visit' ? page : own} />}
      {draw(ways, (index) => (index || link ? '' : 'primary'))}
    </div>,
    <div class="acts further">
      {draw(quiet, () => 'quiet')}
      {wording === 'blocked' && <Button says="do.visit" kind="quiet" href={page} />}
    </div>,
  ];
}
