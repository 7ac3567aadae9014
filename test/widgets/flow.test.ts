/** The rules of the confirmation message that use neither page nor network. */
import { expect, test } from 'vitest';
import { next, opening } from '../../widgets/confirmation-message/flow.ts';

const nothingKnown = {
  isDeclined: false,
  outcome: undefined,
  isLinked: false,
  isNamed: false,
  isPassive: false,
  isAutomatic: true,
} as const;

test.each([
  ['nothing is known', {}, 'ask'],
  ['a grant is kept', { isLinked: true }, 'crediting'],
  ['a grant is kept, with Global Privacy Control', { isLinked: true, isAutomatic: false }, 'ask'],
  [
    'it was declined, whatever else is known',
    { isDeclined: true, isLinked: true, outcome: 'credited' },
    'declined',
  ],
  ['this contribution was credited before', { isLinked: true, outcome: 'credited' }, 'credited'],
  ['it was credited, but the grant is gone', { outcome: 'credited' }, 'ask'],
  ['this contribution was undone', { outcome: 'undone' }, 'undone'],
  ['passive', { isPassive: true }, 'ask'],
  ['passive, this site is linked', { isPassive: true, isLinked: true }, 'credited'],
  ['passive, the contribution is named', { isPassive: true, isLinked: true, isNamed: true }, 'ask'],
] as const)('%s', (_, known, step) => {
  expect(opening({ ...nothingKnown, ...known })).toBe(step);
});

test('a step that is not possible now is ignored: a second click does nothing', () => {
  const connecting = next({ step: 'ask' }, 'connecting');
  expect(connecting?.step).toBe('connecting');
  expect(next({ step: 'connecting' }, 'connecting')).toBeUndefined();
  expect(next({ step: 'declined' }, 'credited')).toBeUndefined();
});

test('an error is cleared by the next step', () => {
  const wrong = { step: 'code', problem: 'code.wrong' } as const;
  expect(next(wrong, 'checking')?.problem).toBeUndefined();
});
