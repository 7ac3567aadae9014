import { h } from 'preact';
import type { State } from '../states.ts';
import { say } from '../words.ts';

/** Exactly what a click on "Credit me" sends, under the names that it is sent by. */
export const WhatIsSent = ({ record }: State) => [
  <p part="text">{say('sent.text')}</p>,
  <dl translate={false}>
    {Object.entries(record ?? {}).map(
      ([name, value]) =>
        value !== undefined && (
          <div>
            <dt>{name}</dt>
            <dd>{`${value}`}</dd>
          </div>
        ),
    )}
  </dl>,
];
