/**
 * Drawing for embeds: a fresh tree of real elements for every state, and the old tree turned into it where
 * they agree, so that focus, typed text and the live region stay. A rendering library alone would take half
 * of what the file may weigh. Elements are only ever made and named: no markup is parsed, no code is text.
 */

export type Piece = Node | string | false | undefined;
type Attribute = string | number | boolean | undefined | ((event: Event) => unknown);

type Making = (name: string, attributes: Record<string, Attribute>, ...children: Piece[]) => HTMLElement;

/** An element; `onclick` and `onsubmit` take functions, false and undefined leave an attribute out. */
export const tag: Making = (name, ...rest) => fill(document.createElement(name), ...rest);

/** An element of a drawing. */
export const stroke: Making = (name, ...rest) =>
  fill(document.createElementNS('http://www.w3.org/2000/svg', name) as unknown as HTMLElement, ...rest);

function fill(element: HTMLElement, attributes: Record<string, Attribute>, ...children: Piece[]) {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element[key as 'onclick' | 'onsubmit'] = value;
    else if (value !== false && value !== undefined) element.setAttribute(key, `${value}`);
  }
  element.append(...children.filter((child) => child !== false && child !== undefined));
  return element;
}

/** Turns the old node into the fresh one; an element of another name or id is replaced. */
export function become(old: ChildNode, fresh: ChildNode) {
  if (!(old instanceof Element) || !(fresh instanceof Element)) {
    if (old.nodeType === fresh.nodeType && old.nodeType === Node.TEXT_NODE) old.nodeValue = fresh.nodeValue;
    else old.replaceWith(fresh);
    return;
  }
  if (old.nodeName !== fresh.nodeName || old.id !== fresh.id) return old.replaceWith(fresh);
  // `open` is the participant's: they unfolded it.
  for (const { name } of [...old.attributes])
    if (name !== 'open' && !fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const [was, is] = [old as HTMLElement, fresh as HTMLElement];
  was.onclick = is.onclick;
  was.onsubmit = is.onsubmit;
  const [before, after] = [[...old.childNodes], [...fresh.childNodes]];
  after.forEach((child, index) => (before[index] ? become(before[index], child) : old.append(child)));
  for (const child of before.slice(after.length)) child.remove();
}
