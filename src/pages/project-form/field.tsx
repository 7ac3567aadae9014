import type { ComponentChildren } from 'preact';
import { projectForm, type ProjectField, type TypedForm } from '../../contract/pages/project-form.ts';

/** The id of a field's control, to which faults link. */
export const fieldId = (name: string): string => `f-${name}`;

export const textIn = ({ typed }: TypedForm, name: string): string => {
  const value = typed[name];
  return typeof value === 'string' ? value : (value?.join(', ') ?? '');
};

export const faultOf = ({ faults }: TypedForm, name: ProjectField): string | undefined =>
  faults.find(({ field }) => field === name)?.message;

/** Help, example and fault of a field, in the order in which they are read. */
export function describedBy(form: TypedForm, name: ProjectField): string | undefined {
  const { help, example } = projectForm[name];
  const ids = [
    ...(faultOf(form, name) === undefined ? [] : [`${fieldId(name)}-fault`]),
    ...(help === undefined && example === undefined ? [] : [`${fieldId(name)}-help`]),
  ];
  return ids.length > 0 ? ids.join(' ') : undefined;
}

export function Help({ name }: { name: ProjectField }) {
  const { help, example } = projectForm[name];
  if (help === undefined && example === undefined) return null;
  return (
    <p class="field-help" id={`${fieldId(name)}-help`}>
      {help}
      {help !== undefined && example !== undefined && ' '}
      {example !== undefined && <>For example: {example}</>}
    </p>
  );
}

export function Fault({ form, name }: { form: TypedForm; name: ProjectField }) {
  const fault = faultOf(form, name);
  if (fault === undefined) return null;
  return (
    <p class="field-fault" id={`${fieldId(name)}-fault`}>
      {projectForm[name].label}: {fault}.
    </p>
  );
}

export const Optional = ({ form, name }: { form: TypedForm; name: ProjectField }) =>
  form.required.includes(name) ? <span class="required"> (required)</span> : null;

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
  <fieldset class="field choices-field" aria-describedby={describedBy(form, name)} id={fieldId(name)}>
    <legend>
      {projectForm[name].label}
      <Optional form={form} name={name} />
    </legend>
    <Help name={name} />
    {children}
    <Fault form={form} name={name} />
  </fieldset>
);
