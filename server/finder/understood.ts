/** "birds near Seattle": the place in the words of a search. */
import { placeMeant, type NamedPlace } from '../places/gazetteer.ts';

/** `q`: the words without the place; `named`: those that name it. */
export type Understood = { q: string; near: NamedPlace; named: string };

const near = /^(.{0,400}?)(?:^|\s)(?:near|around|close to)\s(.{2,100})$/isu;

export function understoodIn(q: string): Understood | undefined {
  const [, before = '', named = ''] = near.exec(q.trim()) ?? [];
  const place = named === '' ? undefined : placeMeant(named);
  return place && { q: before.trim(), near: place, named };
}
