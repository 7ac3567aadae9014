/** Which peppers this process knows, and which one the store is in; the store says so, and changes while it runs. */
import type { Database } from '../db/store.ts';
import { isSame, sealer } from '../secrets/secrets.ts';
import { checkOf, type Pepper, pepperOf, type PepperRing } from './ring.ts';

/** The rows of the table `settings` about peppers. */
const pepperRows = [
  'pepper_check',
  'pepper_former',
  'pepper_next',
  'pepper_refused',
  'pepper_changed',
  'pepper_rekeyed',
] as const;
export type PepperRow = (typeof pepperRows)[number];

export type GivenPeppers = { pepper: string; PEPPER_BEFORE?: string | undefined };

export type Peppers = {
  ring: () => PepperRing;
  /** The value of `pepper_check` with which a new digest may be stored; undefined while no change lies ahead. */
  guard: () => string | undefined;
  /** Reads the store again; returns what it says, and false if this process does not know its pepper any more. */
  refresh: () => Promise<{ isKnown: boolean; rows: PepperState }>;
};

export type PepperState = Partial<Record<PepperRow, string>>;

/** The former peppers, oldest first, are stored encrypted with the one in use. */
export const formerSeal = (pepper: Pepper) => sealer(pepper.text, 'former-peppers');

type Former = [text: string, opens: boolean];

export async function readState(db: Database): Promise<PepperState> {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', [...pepperRows])
    .execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** The state of the store's pepper, for the operator. */
export function describePepper({ pepper_changed, pepper_rekeyed }: PepperState): string {
  if (pepper_changed === undefined) return 'never changed';
  const day = new Date(Number(pepper_changed)).toISOString();
  return pepper_rekeyed === undefined
    ? `changed ${day}; not all rows were moved: run the command pepper again`
    : `changed ${day}; all rows were moved`;
}

/** The peppers of a store in its state; undefined if it is in none of those that were given. */
function ringFor(state: PepperState, settings: GivenPeppers): PepperRing | undefined {
  const check = state.pepper_check ?? '';
  const after = pepperOf(settings.pepper);
  const before = settings.PEPPER_BEFORE === undefined ? undefined : pepperOf(settings.PEPPER_BEFORE);
  const inUse = [after, before].find((one) => one !== undefined && isSame(check, checkOf(one)));
  if (!inUse) return undefined;
  const contents = state.pepper_former === undefined ? [] : formerSeal(inUse).open(state.pepper_former);
  if (!Array.isArray(contents)) return undefined;
  const former = (contents as Former[]).map(([text, opens]) => pepperOf(text, opens));
  const peppers = [...former, inUse, ...(inUse === after ? [] : [after])] as [Pepper, ...Pepper[]];
  return { peppers, current: former.length };
}

/** Opens the peppers of a store, and notes the given one in a store that has none; undefined if it is another. */
export async function openPeppers(db: Database, settings: GivenPeppers): Promise<Peppers | undefined> {
  await db
    .insertInto('settings')
    .values({ name: 'pepper_check', value: checkOf(pepperOf(settings.pepper)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const opened = ringFor(await readState(db), settings);
  if (!opened) return undefined;
  let ring = opened;
  return {
    ring: () => ring,
    guard: () => {
      const { peppers, current } = ring;
      return current < peppers.length - 1 ? checkOf(peppers[current] ?? peppers[0]) : undefined;
    },
    async refresh() {
      const rows = await readState(db);
      const newRing = ringFor(rows, settings);
      if (newRing) ring = newRing;
      return { isKnown: newRing !== undefined, rows };
    },
  };
}
