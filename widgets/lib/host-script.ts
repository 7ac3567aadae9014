/** Finds the script element of the page that loaded this file, and reads its settings. */

/** Marks an element as taken, so that two copies of this file never draw for the same one. Not a global. */
const claimed = Symbol.for('manyhands:claimed');
type Claimable = HTMLScriptElement & { [claimed]?: true };

/**
 * The script elements to draw for. It is one, except for modules, which run only once however often they are included.
 * `mark` is a part of the file's public name.
 */
export function hostScripts(mark: string): HTMLScriptElement[] {
  const findIn = (root: ParentNode) =>
    [...root.querySelectorAll<Claimable>(`script[src*="${mark}"]`)].filter((script) => !script[claimed]);
  const candidates = findIn(document);
  // Read from the prototype: an element of the page named "currentScript" would shadow the property.
  const running = Object.getOwnPropertyDescriptor(Document.prototype, 'currentScript')?.get?.call(
    document,
  ) as Claimable | null;
  // For a script in a shadow root, `currentScript` is null.
  if (!running && !candidates[0])
    for (const { shadowRoot } of document.querySelectorAll('*'))
      if (shadowRoot) candidates.push(...findIn(shadowRoot));
  const scripts =
    running && (!candidates[0] || candidates.includes(running))
      ? [running]
      : candidates.filter(({ type }, index) => !index || (type === 'module' && candidates[0]?.type === type));
  for (const script of scripts) script[claimed] = true;
  return scripts;
}

/**
 * A setting (`data-…`) as written on the script element or, since tag managers strip attributes, in its address: the
 * first that `read` can read, because a consent manager may use the attribute for itself.
 */
export function scriptAttribute(
  script: HTMLScriptElement,
  name: string,
  read: (text: string) => unknown = String,
): string | null {
  const query = new URLSearchParams(script.src.split('?')[1]);
  const texts = [script.getAttribute(name), query.get(name), query.get(name.slice(5))];
  const present = texts.filter((text) => text !== null);
  return present.find((text) => read(text.trim()) !== undefined) ?? present[0] ?? null;
}
