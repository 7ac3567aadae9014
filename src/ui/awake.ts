const wakeAfter = 500;

/**
 * Clickjacking by timing: a page opens our window under the second press of a double click, or covers it with another
 * window that closes itself between the two. So `onChange` is called with true only after the page has been in sight and has
 * had the focus for half a second; each loss of either starts that again.
 */
export function watchAwake(onChange: (isAwake: boolean) => void): () => void {
  let timer: number | undefined;
  const look = () => {
    clearTimeout(timer);
    onChange(false);
    if (document.visibilityState === 'visible' && document.hasFocus())
      timer = window.setTimeout(() => onChange(true), wakeAfter);
  };
  look();
  document.addEventListener('visibilitychange', look);
  // A window that covered ours takes the focus; when it closes, ours gets it back.
  addEventListener('focus', look);
  addEventListener('blur', look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    removeEventListener('focus', look);
    removeEventListener('blur', look);
  };
}

/**
 * The same for buttons of pages that are no more than documents. They are not `disabled`: that would take the keyboard's
 * focus from them whenever the window loses it.
 */
export function lockUntilAwake(buttons: Iterable<HTMLButtonElement>): void {
  const all = [...buttons];
  let isLocked = true;
  watchAwake((isAwake) => {
    isLocked = !isAwake;
    for (const button of all) button.ariaDisabled = isLocked ? 'true' : null;
  });
  for (const button of all)
    button.form?.addEventListener('submit', (event) => {
      if (isLocked && event.submitter === button) event.preventDefault();
    });
}
