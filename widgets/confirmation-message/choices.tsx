/** The actions of the participant in each wording: one or two ways first, and a row of quiet choices. */
import { type ComponentChildren, Fragment, h } from 'preact';
import { baseUrl } from '../lib/placeholders.ts';
import { Button, LinkOut } from './button.tsx';
import type { Click } from './states.ts';
import type { Shown } from './view.tsx';
import type { Wording } from './wording.ts';
import type { MessageKey } from './words.ts';

type Choice = [says: MessageKey, does: Click];
type Choices = { ways?: Choice[]; quiet?: Choice[] };

const no: Choice = ['do.decline', 'decline'];
const stop: Choice = ['do.stop', 'decline'];
const notMe: Choice = ['do.notMe', 'notMe'];
const change: Choices = { quiet: [['do.change', 'change']] };
const retry: Choices = { ways: [['do.retry', 'retry']] };

/** The two ways to a profile: a window of ours, where one opens, and the e-mail. */
const bothWays = (isWindowless: boolean | undefined, window: MessageKey, email: MessageKey): Choice[] =>
  isWindowless
    ? [['do.emailInstead', 'useEmail']]
    : [
        [window, 'credit'],
        [email, 'useEmail'],
      ];

const choicesIn = ({ state: { isWindowless, isLinked, isPassive }, wording }: Shown): Choices => {
  const choices: Partial<Record<Wording, Choices>> = {
    ask: { ways: bothWays(isWindowless, 'do.credit', 'do.email'), quiet: [no] },
    link: { ways: bothWays(isWindowless, 'do.link', 'do.email'), quiet: [no] },
    again: { ways: bothWays(isWindowless, 'do.link', 'do.emailInstead'), quiet: [no] },
    named: { ways: isLinked ? [] : [['do.join', 'useEmail']], quiet: [['do.dontCredit', 'decline']] },
    connecting: { ways: [['do.cancel', 'cancel']] },
    blocked: { ways: bothWays(isWindowless, 'do.retry', 'do.emailInstead') },
    credited: { quiet: [['do.undo', 'undo'], notMe] },
    linked: { quiet: [stop, notMe] },
    undone: { ways: isLinked ? [['do.putBack', 'putBack']] : [], quiet: isLinked ? [stop] : [] },
    declined: change,
    unlinked: change,
    elsewhere: { quiet: isPassive ? [] : [no] },
    failed: retry,
    offline: retry,
  };
  return choices[wording] ?? {};
};

/** In which there is more to say than the card has room for. */
const more: Partial<Record<Wording, MessageKey>> = {
  ask: 'sent.title',
  link: 'do.more',
  again: 'do.more',
  named: 'do.more',
};

export function ChoicesOf(shown: Shown) {
  const { state, dispatch, wording } = shown;
  const { ways = [], quiet = [] } = choicesIn(shown);
  const toMore = more[wording];
  const links: ComponentChildren[] = [
    (wording === 'credited' || wording === 'linked') && <LinkOut says="do.see" href={`${baseUrl}/me`} />,
    wording === 'elsewhere' && <LinkOut says="do.visit" kind="primary" href={state.project?.page} />,
  ];
  return (
    <>
      <div class="acts">
        {links}
        {ways.map(([says, on], index) => (
          <Button says={says} kind={index ? '' : 'primary'} onClick={() => dispatch({ on })} />
        ))}
      </div>
      <div class="acts further">
        {quiet.map(([says, on]) => (
          <Button says={says} kind="quiet" onClick={() => dispatch({ on })} />
        ))}
        {wording === 'blocked' && <LinkOut says="do.visit" kind="quiet" href={state.project?.page} />}
        {toMore && (
          <Button
            says={toMore}
            kind="quiet"
            isOpen={!!state.isOpen}
            onClick={() => dispatch({ on: 'unfold' })}
          />
        )}
      </div>
    </>
  );
}
