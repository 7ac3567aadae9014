/**
 * Stores of releases before 0.2.0, with which the schema began again (baseline.ts). Every such store has had the first of
 * these two migrations, and one with the second lacks no change of its rows.
 */
import { StoreFault } from '../store-fault.ts';

const [first, last] = ['0001-first', '0097-passkey-offers'];

/** Whether copy-to takes a store with these migrations. */
export const isCopyable = (applied: string[]): boolean => applied.includes(last);

/** Tells how a store of such a release is moved; undefined for any other. */
export function faultOfBefore(applied: string[]): StoreFault | undefined {
  if (!applied.includes(first)) return undefined;
  return new StoreFault(
    isCopyable(applied)
      ? 'This store is from a release before 0.2.0, and this one does not change it: stop the service, copy the store into an empty place with `npm run operator -- copy-to <place>` of this release, and start the service on the copy.'
      : 'This store is from a release long before 0.2.0: start the service of the last version before 0.2.0 on it once, and then copy it with `copy-to` of this release.',
  );
}
