/** The numbers that owners may learn: pages, files, notices and exports for them accept no others. */

declare const shown: unique symbol;

/** A number that passed the one rule of disclosure (server/stats/disclosure.ts), which alone makes it. */
export type Disclosed = number & { readonly [shown]: true };

/** A number of people, rounded; null for fewer than 10, which are not shown. */
export type DisclosedPeople = Disclosed | null;
