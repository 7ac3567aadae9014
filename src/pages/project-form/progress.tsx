import {
  projectFieldNames,
  projectForm,
  type FormControl,
  type ProjectField,
  type TypedForm,
} from '../../contract/pages/project-form.ts';
import { useWords } from '../../ui/words/use-words.tsx';
import { faultOf } from './field.tsx';

/** Seconds that a field takes people who know their project, by its control. Those with a usual answer take none. */
const seconds: Partial<Record<FormControl, number>> = {
  line: 20,
  address: 20,
  email: 15,
  date: 15,
  list: 30,
  paragraphs: 90,
  regions: 60,
  picture: 60,
  names: 20,
};
/** Where there are more names than one sees at once. */
const secondsForMany = 40;

const secondsFor = (name: ProjectField): number => {
  const { control, names = [] } = projectForm[name];
  return names.length > 10 ? secondsForMany : (seconds[control] ?? 0);
};

/** Whether a field has no answer before somebody gives one. */
export const hasNoUsualAnswer = (name: ProjectField): boolean => secondsFor(name) > 0;

const open = projectFieldNames.filter(hasNoUsualAnswer);

export const isAnswered = (form: TypedForm, name: ProjectField): boolean =>
  (name === 'regions' ? form.typed['where'] : form.typed[name]) !== undefined &&
  faultOf(form, name) === undefined;

/** At least one. */
const minutesFor = (names: ProjectField[]): number =>
  Math.max(1, Math.round(names.reduce((all, name) => all + secondsFor(name), 0) / 60));

/** How much of the form is answered, and about how long the rest takes. */
export function Progress({ form }: { form: TypedForm }) {
  const { words, say, number, count } = useWords();
  const w = words.form.progress;
  const missing = open.filter((name) => !isAnswered(form, name));
  const needed = missing.filter((name) => form.required.includes(name));
  const all = form.required.length;
  const better = open.filter((name) => !form.required.includes(name));
  const rest = missing.length - needed.length;
  return (
    <nav class="progress" id="progress" aria-label={w.label}>
      <p>
        {needed.length > 0 ? (
          <>
            <strong>{say(w.needed, { answered: number(all - needed.length), all: number(all) })}</strong>{' '}
            {say(w.left, { minutes: count('minute', minutesFor(needed)) })}
          </>
        ) : (
          <>
            <strong>{say(w.all, { all: number(all) })}</strong> {w.ready}{' '}
            {say(w.better, { answered: number(better.length - rest), all: number(better.length) })}
          </>
        )}
      </p>
    </nav>
  );
}
