import {
  formGroups,
  projectFieldNames,
  projectForm,
  type FormGroup,
  type TypedForm,
} from '../../contract/pages/project-form.ts';
import { Notice } from '../../ui/notice.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import { Control } from './control.tsx';
import { faultOf, fieldId } from './field.tsx';
import { hasNoUsualAnswer, isAnswered } from './progress.tsx';

/** Every field of a project, in groups. A folded group is open where something is wrong. */
export const FormGroups = ({ form }: { form: TypedForm }) => {
  const { words, say, number } = useWords();
  const w = words.form;
  return (
    <>
      {formGroups.map((name, at) => {
        const title = w.groups[name];
        const fields = namesIn(name);
        const controls = fields.map((field) => <Control form={form} name={field} />);
        const open = fields.filter(hasNoUsualAnswer);
        const answered = open.filter((field) => isAnswered(form, field)).length;
        return at === 0 ? (
          <section class="form-group" aria-labelledby={`group-${name}`}>
            <h2 id={`group-${name}`}>{title}</h2>
            {controls}
          </section>
        ) : (
          <details class="form-group" open={fields.some((field) => faultOf(form, field) !== undefined)}>
            <summary>
              <h2 id={`group-${name}`}>{title}</h2>{' '}
              {open.length > 0 && (
                <span class="quiet">{say(w.of, { n: number(answered), all: number(open.length) })}</span>
              )}
            </summary>
            {controls}
          </details>
        );
      })}
    </>
  );
};

const namesIn = (group: FormGroup) => projectFieldNames.filter((name) => projectForm[name].group === group);

/** All faults before the form, each with a link to its field. */
export function FormFaults({ form: { faults } }: { form: TypedForm }) {
  const { words, say, count, translated } = useWords();
  const w = words.form;
  if (faults.length === 0) return null;
  return (
    <Notice kind="fault">
      <p>
        <strong>{say(w.toLookAt, { fields: count('field', faults.length) })}</strong> {w.kept}
      </p>
      <ul>
        {faults.map(({ field, message }) => (
          <li>
            <Said
              text={w.faultAfter}
              of={{
                label: <a href={`#${fieldId(field)}`}>{words.labels[field]}</a>,
                fault: translated(message),
              }}
            />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
