import { h } from 'preact';
import { dayIn } from '../../lib/messages.ts';
import type { State } from '../states.ts';
import { isMessage, say } from '../words.ts';

/** Everything that a click on "Credit me" sends, in words; what has none is sent as the page has set it. */
export function WhatIsSent({ record, project, words }: State) {
  const { type, when, event_id, where, duration, magnitude, extra, lang } = { ...record };
  const did = `sent.${type}`;
  const rows = [
    ['project', project?.title],
    ['did', isMessage(did) ? say(did) : type],
    ['when', when && dayIn(words?.lang ?? 'en', when, 'short')],
    ...Object.entries({ where, duration, magnitude, extra, lang }),
    ['number', event_id],
  ];
  return [
    <p part="text">{say('sent.text')}</p>,
    <dl>
      {rows.map(([name, value]) => {
        const label = `sent.${name}`;
        return (
          value !== undefined && (
            <div>
              <dt>{isMessage(label) ? say(label) : name}</dt>
              <dd dir="auto" translate={false}>{`${value}`}</dd>
            </div>
          )
        );
      })}
    </dl>,
  ];
}
