import type { ComponentChildren } from 'preact';

type Props = {
  /** The field's own on its page. */
  id: string;
  name: string;
  label: string;
  /** Its purpose. */
  says: ComponentChildren;
  maxLength: number;
  type?: 'text' | 'email';
  value: string | undefined;
  fault: string | undefined;
};

/** The error of a field, which refers to it by this id. */
export const FieldFault = ({ id, text }: { id: string; text: string | undefined }) =>
  text === undefined ? null : (
    <p class="field-fault" id={id}>
      {text}
    </p>
  );

/** A required line of text, with what it is for and what is wrong with it. */
export function TextField({ id, name, label, says, maxLength, type = 'text', value, fault }: Props) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        // Preact's types have no attribute for one of two kinds.
        type={type as 'email'}
        required
        maxLength={maxLength}
        autocomplete="off"
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-says${fault === undefined ? '' : ` ${id}-fault`}`}
      />
      <p class="quiet" id={`${id}-says`}>
        {says}
      </p>
      <FieldFault id={`${id}-fault`} text={fault} />
    </div>
  );
}
