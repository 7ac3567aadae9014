/**
 * The peppers that a process knows, oldest first. A digest of a later pepper is made from that of the one before (double
 * HMAC): so rows that hold nothing but a digest move to another pepper without the address. Digests and tokens begin
 * with the id of their pepper; those of a store's first pepper have none, as before peppers could be changed.
 */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

export type Pepper = {
  id: string;
  text: string;
  key: KeyObject;
  /** Whether tokens that were made with it are accepted. */
  opens: boolean;
};

/** `current`: the place of the pepper in use. A later one is known already, and not yet in use. */
export type PepperRing = { peppers: readonly [Pepper, ...Pepper[]]; current: number };

/** One value under the pepper in use, and under those that rows may have during a change. */
export type Forms = readonly [current: string, ...others: string[]];

const mac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest('hex');

export function pepperOf(text: string, opens = true): Pepper {
  const key = createSecretKey(Buffer.from(text));
  return { id: mac(key, 'pepper-id').slice(0, 8), text, key, opens };
}

export const ringOf = (text: string): PepperRing => ({ peppers: [pepperOf(text)], current: 0 });

export const pepperAt = ({ peppers }: PepperRing, place: number): Pepper => peppers[place] ?? peppers[0];

/** The value that a store keeps to recognise its pepper. */
export const checkOf = ({ key }: Pepper): string => mac(key, 'pepper-check');

/** The prefix of a digest or token, by the place of its pepper. */
const prefixAt = (ring: PepperRing, place: number): string =>
  place === 0 ? '' : `${pepperAt(ring, place).id}.`;

export const currentPrefix = (ring: PepperRing): string => prefixAt(ring, ring.current);

/** The place of the pepper that made a digest or token, and the rest; undefined if it is unknown. */
export function splitForm(ring: PepperRing, form: string): { place: number; rest: string } | undefined {
  const dot = form.indexOf('.');
  if (dot < 0) return { place: 0, rest: form };
  const place = ring.peppers.findIndex(({ id }, at) => at > 0 && id === form.slice(0, dot));
  return place < 0 ? undefined : { place, rest: form.slice(dot + 1) };
}

/** Moves a digest on to the pepper at a place; undefined if its own pepper is unknown or later. */
export function digestAt(ring: PepperRing, digest: string, place: number): string | undefined {
  const start = splitForm(ring, digest);
  if (!start || start.place > place) return undefined;
  let form = digest;
  for (let at = start.place + 1; at <= place; at++)
    form = `${prefixAt(ring, at)}${mac(pepperAt(ring, at).key, form)}`;
  return form;
}

/** The digest of a text under the first pepper. */
export const firstDigest = (ring: PepperRing, text: string): string => mac(ring.peppers[0].key, text);

/** The digest of a text under the pepper in use, then under the next, then under the one before. */
export function formsOf(ring: PepperRing, text: string): Forms {
  const first = firstDigest(ring, text);
  const { current, peppers } = ring;
  const at = (place: number) => digestAt(ring, first, place) ?? first;
  const others = [current + 1, current - 1].filter((place) => place >= 0 && place < peppers.length);
  return [at(current), ...others.map(at)];
}
