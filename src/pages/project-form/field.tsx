import type { ComponentChildren } from 'preact';
import { ownEntry } from '../../contract/fields/own-entry.ts';
import type { ProjectField, TypedForm } from '../../contract/pages/project-form.ts';
import { useWords } from '../../ui/words/use-words.tsx';

/** The id of a field's control, to which faults link. */
export const fieldId = (name: string): string => `f-${name}`;

export const textIn = ({ typed }: TypedForm, name: string): string => {
  const value = typed[name];
  return typeof value === 'string' ? value : (value?.join(', ') ?? '');
};

export const faultOf = ({ faults }: TypedForm, name: ProjectField): string | undefined =>
  faults.find(({ field }) => field === name)?.message;

/** The name of a field, and what helps to fill it in. */
function useField(name: ProjectField) {
  const { words, say } = useWords();
  const { labels } = words;
  const { help, examples, example } = words.form;
  const shown = ownEntry<string>(examples, name);
  return {
    label: labels[name],
    help: [ownEntry<string>(help, name), shown && say(example, { example: shown })].filter(Boolean).join(' '),
  };
}

/** Fault and help of a field, in the order in which they are read. */
export function useDescribedBy(form: TypedForm, name: ProjectField): string | undefined {
  const { help } = useField(name);
  const ids = [
    ...(faultOf(form, name) === undefined ? [] : [`${fieldId(name)}-fault`]),
    ...(help === '' ? [] : [`${fieldId(name)}-help`]),
  ];
  return ids.length > 0 ? ids.join(' ') : undefined;
}

export function Help({ name }: { name: ProjectField }) {
  const { help } = useField(name);
  return help === '' ? null : (
    <p class="field-help" id={`${fieldId(name)}-help`}>
      {help}
    </p>
  );
}

export function Fault({ form, name }: { form: TypedForm; name: ProjectField }) {
  const { words, say, translated } = useWords();
  const fault = faultOf(form, name);
  if (fault === undefined) return null;
  return (
    <p class="field-fault" id={`${fieldId(name)}-fault`}>
      {say(words.form.fault, { label: words.labels[name], fault: translated(fault) })}
    </p>
  );
}

export const Optional = ({ form, name }: { form: TypedForm; name: ProjectField }) =>
  form.required.includes(name) ? <span class="required"> {useWords().words.form.required}</span> : null;

/** A group of boxes or circles with one question. */
export const Choices = ({
  form,
  name,
  children,
}: {
  form: TypedForm;
  name: ProjectField;
  children: ComponentChildren;
}) => (
  <fieldset class="field choices-field" aria-describedby={useDescribedBy(form, name)} id={fieldId(name)}>
    <legend>
      {useField(name).label}
      <Optional form={form} name={name} />
    </legend>
    <Help name={name} />
    {children}
    <Fault form={form} name={name} />
  </fieldset>
);
