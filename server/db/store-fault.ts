/** A fault that an operator must correct before the store can be used; its message is one sentence for the terminal. */
export class StoreFault extends Error {}

/** `place`: the folder or the database. */
export const noStore = (place: string) =>
  new StoreFault(
    `There is no store in ${place}: give DATA_DIR or DATABASE_URL as the service has it, or start the service first.`,
  );
