/** Which people a group has, as one number: another person makes another number. For the rounding of their count. */
import { sql, type RawBuilder } from 'kysely';

/** Sums of the ids of 20,000 people, and of two such sums, are exact in a JavaScript number. */
const modulus = 2 ** 52;
const idModulus = 2 ** 37;

/** In SQL, the sum over the rows of a group, each of which is a person. */
export const whoSum = (id: RawBuilder<unknown>): RawBuilder<number> =>
  sql`sum(${id} % ${sql.lit(idModulus)})`;

/** The number of one person, whose account or profile this is. */
export const whoOf = (id: number): number => id % idModulus;

export const addWho = (one: number, other: number): number => (one + other) % modulus;
export const lessWho = (all: number, some: number): number => (all - some + modulus) % modulus;
