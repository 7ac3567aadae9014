import type { ComponentChildren } from 'preact';
import type { PageLanguage } from '../words/language.ts';

/** The attributes of a control that say whether it is at fault; `says`: the id of its hint. `FieldFault` has the fault. */
export const faulty = (id: string, fault: unknown, says?: string) => {
  const described = [...(fault === undefined ? [] : [`${id}-fault`]), ...(says === undefined ? [] : [says])];
  return {
    'aria-invalid': fault === undefined ? undefined : ('true' as const),
    'aria-describedby': described.join(' ') || undefined,
  };
};

/** The fault of the control with this id. */
export const FieldFault = ({ of: id, text }: { of: string; text: ComponentChildren }) =>
  text === undefined ? null : (
    <p class="field-fault" id={`${id}-fault`}>
      {text}
    </p>
  );

/** The fault of a whole form, at its top; nothing without a text. */
export const FormFault = ({ text }: { text: string | false | undefined }) =>
  text ? (
    <p class="field-fault" role="alert">
      {text}
    </p>
  ) : null;

type FieldProps = {
  /** The control's own on its page. */
  id: string;
  name?: string;
  label: ComponentChildren;
  /** Its purpose. */
  says?: ComponentChildren;
  fault?: ComponentChildren;
  /** Draws the control with these attributes. */
  children: (control: { id: string; name: string } & ReturnType<typeof faulty>) => ComponentChildren;
};

/** A control with its label, what it is for and what is wrong with it. */
export const Field = ({ id, name = id, label, says, fault, children: draw }: FieldProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    {draw({ id, name, ...faulty(id, fault, says === undefined ? undefined : `${id}-says`) })}
    {says !== undefined && (
      <p class="quiet" id={`${id}-says`}>
        {says}
      </p>
    )}
    <FieldFault of={id} text={fault} />
  </div>
);

type TextFieldProps = Omit<FieldProps, 'children'> & {
  maxLength: number;
  type?: 'text' | 'email';
  value: string | undefined;
};

/** A required line of text. */
export const TextField = ({ maxLength, type = 'text', value, ...field }: TextFieldProps) => (
  <Field {...field}>
    {(control) => (
      <input
        {...control}
        // Preact's types have no attribute for one of two kinds.
        type={type as 'email'}
        required
        maxLength={maxLength}
        autocomplete="off"
        value={value}
      />
    )}
  </Field>
);

/** The fault of a labelled field, which the contract has in English only. */
export const labelledFault = ({ tag, words }: PageLanguage, label: string, fault: string | undefined) =>
  fault === undefined ? undefined : tag === 'en' ? `${label} ${fault}.` : words.programmeForm.badField;
