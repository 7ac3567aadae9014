/** Reads tables under names from outside. */

/**
 * The entry of a table under any text; nothing for names such as `constructor`, which every object inherits. The lint
 * rule `house/foreign-names` asks for it.
 */
export const ownEntry = <Entry>(
  table: Readonly<Partial<Record<string, Entry>>>,
  name: string | undefined,
): Entry | undefined => (name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined);
