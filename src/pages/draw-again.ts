/** The parts of a form's page that are drawn again while people type, from the page in the reply. */

/** Milliseconds without a key press until the form is sent. */
export const pause = 900;

/** The part of the preview that changes: its fold, and how far it was scrolled, stay. */
export const preview = '#page-preview [data-drawn]';

export function drawAgain(page: Document, selector: string): void {
  const drawn = page.querySelector(selector);
  const shown = document.querySelector(selector);
  if (!drawn || !shown || drawn.innerHTML === shown.innerHTML) return;
  const focused = [...shown.querySelectorAll('a')].find((link) => link === document.activeElement);
  shown.replaceChildren(...drawn.childNodes);
  // Somebody who goes through the part by keyboard stays at the same link.
  if (focused)
    [...shown.querySelectorAll('a')]
      .find(({ href }) => href === focused.href)
      ?.focus({ preventScroll: true });
}

/** Whether a field differs from what the server sent. A chosen file is sent by itself. */
export const isTyped = (form: HTMLFormElement): boolean =>
  [...form.querySelectorAll('option')].some((option) => option.selected !== option.defaultSelected) ||
  [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([type=file]), textarea')].some(
    (field) =>
      field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)
        ? field.checked !== field.defaultChecked
        : field.value !== field.defaultValue,
  );
