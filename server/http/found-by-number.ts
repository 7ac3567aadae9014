/** Things whose numbers are in addresses and forms. */
import { id } from '../../src/contract/fields/kinds.ts';

type Find<Found> = (id: number) => Promise<Found | undefined>;

const numberField = id('the number');

/** The thing whose number a field is; undefined for any other text. */
export async function foundBy<Found>(typed: string | undefined, find: Find<Found>) {
  const { data } = numberField.safeParse(typed);
  return data === undefined ? undefined : find(data);
}

/** The thing whose number is at the start of a part of an address, such as `7-lakes`. */
export const foundAt = <Found>(part: string | undefined, find: Find<Found>) =>
  foundBy(/^\d+/.exec(part ?? '')?.[0], find);
