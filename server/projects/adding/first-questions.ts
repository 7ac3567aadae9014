/** The first step of a draft: three questions about what the project's own page could not tell. */
import { firstQuestions, type FirstQuestion } from '../../../src/contract/pages/add.ts';
import { regionInputs, type Typed } from '../../../src/contract/pages/project-form.ts';
import type { FormFields, SentForm } from '../../http/bodies/form-fields.ts';
import { typedIn } from './typed-form.ts';

const atOnce = 3;

const inputsOf = (field: FirstQuestion): readonly string[] => (field === 'regions' ? regionInputs : [field]);

const isOpen = (typed: Typed, field: FirstQuestion): boolean =>
  inputsOf(field).every((input) => typed[input] === undefined);

/** The first three of the questions that have no answer yet. */
export const questionsFor = (typed: Typed): FirstQuestion[] =>
  firstQuestions.filter((field) => isOpen(typed, field)).slice(0, atOnce);

/** A form of the first step names its questions, because a field that is left empty is not sent. */
export const isFirstStep = (fields: FormFields): boolean => fields['step'] !== undefined;

/** A draft with the answers of the first step; an emptied field is removed, and all others stay. */
export function withAnswers(before: Typed, sent: SentForm): Typed {
  const steps = (sent.fields['step'] ?? '').split(' ');
  const inputs = new Set(firstQuestions.filter((field) => steps.includes(field)).flatMap(inputsOf));
  const pick = (typed: Typed, isOfStep: boolean) =>
    Object.entries(typed).filter(([input]) => inputs.has(input) === isOfStep);
  return Object.fromEntries([...pick(before, false), ...pick(typedIn(sent), true)]);
}
