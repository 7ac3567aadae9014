/** Which script element of the page loaded this file, and what was written on it. */

/** Marks an element as taken, so that two copies of this file never draw for the same one. Not a global. */
const claimed = Symbol.for('manyhands:claimed');
type Claimable = HTMLScriptElement & { [claimed]?: true };

/**
 * The script elements to draw for: one, save that a module runs only once however often it is included.
 * `mark` is a part of the file's public name.
 */
export function hostScripts(mark: string): HTMLScriptElement[] {
  const candidates = [...document.querySelectorAll<Claimable>(`script[src*="${mark}"]`)].filter(
    (script) => !script[claimed],
  );
  // Read from the prototype: an element of the page named "currentScript" would shadow the property.
  const running = Object.getOwnPropertyDescriptor(Document.prototype, 'currentScript')?.get?.call(
    document,
  ) as Claimable | null;
  const isModule = candidates[0]?.type === 'module';
  const found =
    running && (candidates.includes(running) || !candidates.length)
      ? [running]
      : candidates.filter((script, index) => !index || (isModule && script.type === 'module'));
  for (const script of found) script[claimed] = true;
  return found;
}

/** A setting as written on the script element or, since tag managers strip attributes, in its address. */
export function scriptAttribute(script: HTMLScriptElement, name: string): string | null {
  const query = new URLSearchParams(script.src.split('?')[1]);
  return script.getAttribute(name) ?? query.get(name) ?? query.get(name.replace('data-', ''));
}
