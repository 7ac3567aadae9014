/**
 * Preact as the first part has it. The build puts this in the place of the package: two copies would not know each
 * other's nodes, and only one has the hooks of the page's own styles.
 */
import type * as preact from 'preact';

export type Preact = Pick<typeof preact, 'h' | 'Fragment'>;

export let h: Preact['h'];
export let Fragment: Preact['Fragment'];

export function usePreact(first: Preact) {
  ({ h, Fragment } = first);
}
