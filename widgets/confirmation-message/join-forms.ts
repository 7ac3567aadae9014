/** Joining without leaving the page: the address with the age line, then the six digits. */
import { tag } from '../lib/draw.ts';
import type { State } from './flow.ts';
import type { Participation } from './participation.ts';
import { say, type MessageKey } from './words.ts';

const quiet = (label: MessageKey, onclick: () => unknown) =>
  tag('button', { part: 'button quiet', type: 'button', onclick }, say(label));

/** A form whose fields are handed over as data; what is wrong with them stands above its buttons. */
const form = (
  submit: (typed: FormData) => unknown,
  problem: MessageKey | undefined,
  fields: Node[],
  buttons: Node[],
) =>
  tag(
    'form',
    {
      novalidate: '',
      onsubmit(event) {
        event.preventDefault();
        submit(new FormData(event.currentTarget as HTMLFormElement));
      },
    },
    ...fields,
    tag('p', { id: 'problem', part: 'problem' }, problem && say(problem)),
    tag('div', { class: 'acts' }, ...buttons),
  );

const submitButton = (label: MessageKey, isBusy: boolean) =>
  tag('button', { part: 'button primary', 'aria-disabled': isBusy }, say(label));

export function addressForm({ address, problem, step }: State, acts: Participation) {
  const isAboutAge = problem === 'email.young';
  const described = { 'aria-describedby': 'problem' };
  return form(
    (typed) => acts.mail(String(typed.get('address')).trim(), typed.has('of_age')),
    problem,
    [
      tag(
        'label',
        {},
        say('email.label'),
        tag('input', {
          part: 'input',
          name: 'address',
          type: 'email',
          autocomplete: 'email',
          value: address,
          'aria-invalid': !!problem && !isAboutAge,
          ...described,
        }),
      ),
      tag(
        'label',
        { class: 'check' },
        tag('input', { name: 'of_age', type: 'checkbox', 'aria-invalid': isAboutAge, ...described }),
        say('email.age'),
      ),
    ],
    [submitButton('email.send', step === 'mailing'), quiet('do.back', acts.cancel)],
  );
}

export const codeForm = ({ address = '', problem, step }: State, acts: Participation) =>
  form(
    (typed) => acts.check(String(typed.get('code'))),
    problem,
    [
      tag(
        'label',
        {},
        say('code.label'),
        tag('input', {
          part: 'input',
          class: 'code',
          name: 'code',
          inputmode: 'numeric',
          autocomplete: 'one-time-code',
          maxlength: 12,
          'aria-invalid': !!problem,
          'aria-describedby': 'problem',
        }),
      ),
    ],
    [
      submitButton('code.check', step !== 'code'),
      quiet('code.again', () => acts.mail(address, true)),
      quiet('do.back', acts.useEmail),
    ],
  );
