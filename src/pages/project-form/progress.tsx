import {
  projectFieldNames,
  projectForm,
  type FormControl,
  type ProjectField,
  type TypedForm,
} from '../../contract/pages/project-form.ts';
import { counted } from '../../ui/format.ts';
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

const minutesFor = (names: ProjectField[]): string => {
  const sum = names.reduce((all, name) => all + secondsFor(name), 0);
  return `about ${counted(Math.max(1, Math.round(sum / 60)), 'minute')}`;
};

/** How much of the form is answered, and about how long the rest takes. */
export function Progress({ form }: { form: TypedForm }) {
  const missing = open.filter((name) => !isAnswered(form, name));
  const needed = missing.filter((name) => form.required.includes(name));
  const all = form.required.length;
  const better = open.filter((name) => !form.required.includes(name));
  const rest = missing.length - needed.length;
  return (
    <nav class="progress" id="progress" aria-label="How far you are">
      <p>
        {needed.length > 0 ? (
          <>
            <strong>
              {all - needed.length} of {all} required fields answered,
            </strong>{' '}
            {minutesFor(needed)} left until you can send it.
          </>
        ) : (
          <>
            <strong>All {all} required fields are answered:</strong> you can send it.
          </>
        )}
        {needed.length === 0 && ` Make it better: ${better.length - rest} of ${better.length} other fields.`}
      </p>
    </nav>
  );
}
