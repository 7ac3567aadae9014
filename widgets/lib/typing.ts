/**
 * Keys typed into a field of ours end here: for the page, which sees only the element around the field, they would be
 * its shortcuts. In the capture phase, before listeners of the page; Escape, Tab and combinations are the page's.
 */
function endTyping(event: KeyboardEvent) {
  const path = event.composedPath() as Element[];
  if (
    path[0]?.localName === 'input' &&
    path.some(({ localName }) => /^manyhands-/.test(localName)) &&
    !(event.ctrlKey || event.altKey || event.metaKey || /^(Escape|Tab)$/.test(event.key))
  )
    event.stopImmediatePropagation();
}

/** Keeps what is typed into our fields from the page; a second call changes nothing. */
export const keepTyping = () => {
  for (const name of ['keydown', 'keypress', 'keyup'] as const) addEventListener(name, endTyping, true);
};
