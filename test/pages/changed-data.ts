/** The data of a page changed in one place, for each place, with the way to it. In a list, it is one of the first two items. */
export type Changed = Generator<[way: string, data: unknown]>;

function* everywhere(data: unknown, here: (data: object, way: string) => Changed, way = ''): Changed {
  if (typeof data !== 'object' || data === null) return;
  yield* here(data, way);
  const isList = Array.isArray(data);
  for (const [name, value] of Object.entries(data as object).slice(0, isList ? 2 : undefined))
    for (const [inner, changed] of everywhere(value, here, `${way} ${isList ? '*' : name}`))
      yield [inner, isList ? data.with(Number(name), changed) : { ...data, [name]: changed }];
}

/** A list without its items. */
export const emptied = (data: unknown): Changed =>
  everywhere(data, function* (part, way) {
    if (Array.isArray(part)) yield [way, []];
  });

/** A fact turned into its contrary, or left out. */
export const contradicted = (data: unknown): Changed =>
  everywhere(data, function* (part, way) {
    if (Array.isArray(part)) return;
    for (const [name, value] of Object.entries(part)) {
      const others = Object.entries(part).filter(([other]) => other !== name);
      const changed = typeof value === 'boolean' ? [[name, !value] as const] : [];
      yield [`${way} ${name}`, Object.fromEntries([...others, ...changed])];
    }
  });
