/** The forms: the address with the age line, then the six digits; or the code of a group. */
import { type ComponentChildren, type TargetedInputEvent, type TargetedSubmitEvent, h } from 'preact';
import { Button } from '../button.tsx';
import type { Shown } from '../view.tsx';
import { say, type MessageKey } from '../words.ts';

/** A form whose fields are handed over as data. A fault replaces the text above the form. */
function Form(form: {
  onTyped: (typed: FormData) => void;
  fields: ComponentChildren;
  submit: MessageKey;
  isBusy: boolean | undefined;
  children: ComponentChildren;
}) {
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    form.onTyped(new FormData(event.currentTarget));
  };
  return (
    <form noValidate onSubmit={submit}>
      {form.fields}
      <div class="acts">
        <button part="button primary" aria-disabled={form.isBusy}>
          {say(form.submit)}
        </button>
        {form.children}
      </div>
    </form>
  );
}

const rootOf = (field: Element) => field.getRootNode() as Document | ShadowRoot;

/** A new form has the focus in its field, if the focus was in the message: `followFocus` has led it to the title. */
const takeFocus = (field: HTMLInputElement | null) => {
  if (field)
    setTimeout(() => {
      if (rootOf(field).activeElement?.matches('[role=heading]')) field.focus();
    });
};

export function AddressForm({ state: { address, problem, isBusy }, dispatch, ids }: Shown) {
  const isAboutAge = problem === 'email.young';
  const described = { 'aria-describedby': `${ids}title ${ids}problem` };
  return (
    <Form
      onTyped={(typed) =>
        dispatch({
          on: 'mail',
          address: (typed.get('address') as string).trim(),
          isOfAge: typed.has('of_age'),
        })
      }
      submit="email.send"
      isBusy={isBusy}
      fields={[
        <label>
          {say('email.label')}
          <input
            part="input"
            ref={takeFocus}
            name="address"
            type="email"
            dir="ltr"
            autocomplete="email"
            defaultValue={address}
            aria-invalid={(!!problem && !isAboutAge) || undefined}
            {...described}
          />
        </label>,
        <label class="check">
          <input name="of_age" type="checkbox" aria-invalid={isAboutAge || undefined} {...described} />
          {say('email.age')}
        </label>,
      ]}
    >
      <Button says="do.back" kind="quiet" onClick={() => dispatch({ on: 'cancel' })} />
    </Form>
  );
}

/** Digits that are typed or pasted anywhere in the card go into their field. */
const takeDigits = (field: HTMLInputElement | null) => {
  takeFocus(field);
  const card = field?.closest<HTMLElement>('[role=group]');
  card?.addEventListener('keydown', ({ key }) => /^\d$/.test(key) && field?.focus());
  card?.addEventListener('paste', (event) => {
    if (!field || event.target === field) return;
    field.value = event.clipboardData?.getData('text') ?? '';
    field.focus();
    field.dispatchEvent(new Event('input'));
  });
};

/** The sixth digit confirms. */
const confirm = ({ currentTarget: { form, value } }: TargetedInputEvent<HTMLInputElement>) => {
  if (value.replace(/\D/g, '').length === 6) form?.requestSubmit();
};

/** For the six digits that were mailed, or for the code of a group. */
export function CodeForm({ state: { step, address = '', problem, isBusy }, dispatch, ids }: Shown) {
  const isGroup = step === 'group';
  return (
    <Form
      onTyped={(typed) => dispatch({ on: 'check', typed: typed.get('code') as string })}
      submit={isGroup ? 'group.check' : 'code.check'}
      isBusy={isBusy}
      fields={
        <label>
          {say(isGroup ? 'group.label' : 'code.label')}
          <input
            part="input"
            class="code"
            name="code"
            maxlength={12}
            {...(isGroup
              ? { ref: takeFocus, autocomplete: 'off' }
              : { ref: takeDigits, onInput: confirm, inputmode: 'numeric', autocomplete: 'one-time-code' })}
            aria-invalid={!!problem || undefined}
            aria-describedby={`${ids}title ${ids}problem`}
          />
        </label>
      }
    >
      {!isGroup && (
        <Button
          says="code.again"
          kind="quiet"
          onClick={() => dispatch({ on: 'mail', address, isOfAge: true })}
        />
      )}
      <Button says="do.back" kind="quiet" onClick={() => dispatch({ on: isGroup ? 'cancel' : 'useEmail' })} />
    </Form>
  );
}
