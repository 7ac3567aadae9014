/**
 * Preact as the first part has it. The build puts this in the place of the package: two copies would not know each
 * other's nodes, and only one has the hooks of the page's own styles.
 */
import type * as preact from 'preact';

export let h: typeof preact.h;

export function drawWith(first: typeof preact.h) {
  h = first;
}
