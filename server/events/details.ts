/**
 * The optional fields of a contribution, as they are stored: a row for each column of `events`, from which recording
 * and removing contributions derive their statements.
 */
import type { z } from 'zod';
import type { contribution } from '../../src/contract/api/event.ts';

/** The contract's `contribution` fields after they were read. */
export type ContributionFields = z.output<z.ZodObject<typeof contribution>>;

/**
 * `column`: the type in PostgreSQL. `isPersonal`: it may say something about a person, so that an event which is tied
 * to nobody is stored without it.
 */
type Detail<T> = { column: string; isPersonal: boolean; stored: (fields: ContributionFields) => T | null };

const detail = <T>(row: Detail<T>) => row;

export const details = {
  duration: detail({
    column: 'double precision',
    isPersonal: false,
    stored: ({ duration }) => duration ?? null,
  }),
  magnitude: detail({ column: 'bigint', isPersonal: false, stored: ({ magnitude }) => magnitude ?? null }),
  place: detail({
    column: 'text',
    isPersonal: true,
    stored: ({ where }) => (where ? JSON.stringify(where) : null),
  }),
  extra: detail({ column: 'text', isPersonal: true, stored: ({ extra }) => extra ?? null }),
};

export type DetailName = keyof typeof details;
export type Details = { [Name in DetailName]: ReturnType<(typeof details)[Name]['stored']> };

export const detailNames = Object.keys(details) as DetailName[];

export const detailsOf = (fields: ContributionFields): Details =>
  Object.fromEntries(detailNames.map((name) => [name, details[name].stored(fields)])) as Details;

/** The fields that every digest of the content has had since the first release, absent ones as null. */
const digestedAlways: readonly DetailName[] = ['place', 'duration', 'magnitude', 'extra'];

/** The values that a retry must repeat. A field that was added later counts if it is set: earlier digests stay equal. */
export const repeatedDetails = ({ where, ...said }: ContributionFields): unknown[] => [
  where?.coordinates ?? null,
  ...digestedAlways.slice(1).map((name) => details[name].stored(said)),
  ...detailNames
    .filter((name) => !digestedAlways.includes(name) && details[name].stored(said) !== null)
    .map((name) => [name, details[name].stored(said)]),
];
