/**
 * Draws, and moves the focus with the participant: from a control that their click took away to the new title, and to a
 * field that needs another look. On load nothing here has the focus, and nothing takes it.
 */
export function followFocus(root: HTMLElement | ShadowRoot, draw: () => void) {
  const { activeElement } = root.getRootNode() as Document | ShadowRoot;
  const focused = root.contains(activeElement) && activeElement;
  draw();
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  if (!focused) return;
  const title = find('[role=heading]');
  // Only from here: a dialog that gives us the focus gives it to the first control.
  if (title) title.tabIndex = -1;
  (find('[aria-invalid]') ?? (focused.isConnected ? undefined : title))?.focus();
}

/**
 * Safari does not focus a clicked button; without that nobody would know that the focus was here. Enter in a field is a
 * click on the button of its form, too, and leaves the focus in the field.
 */
export const focusPressed = ({ target }: Event) => {
  const button = (target as Element).closest('button');
  if (!button?.form?.matches(':focus-within')) button?.focus();
};
