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
        {...faulty(id, fault, `${id}-says`)}
      />
      <p class="quiet" id={`${id}-says`}>
        {says}
      </p>
      <FieldFault of={id} text={fault} />
    </div>
  );
}
