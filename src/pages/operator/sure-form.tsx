import type { ComponentChildren } from 'preact';

type Props = {
  action: string;
  act: string;
  /** The sentence that the operator confirms. */
  sure: string;
  look: 'primary' | 'danger';
  children: ComponentChildren;
};

/** A heavy act: its button does nothing before the box is ticked. */
export const SureForm = ({ action, act, sure, look, children }: Props) => (
  <form method="post" action={action} class="stack">
    <input type="hidden" name="act" value={act} />
    <label class="check">
      <input type="checkbox" name="sure" value="yes" required />
      <span>{sure}</span>
    </label>
    <div class="answers">
      <button class={`button ${look} waking`}>{children}</button>
    </div>
  </form>
);
