/** Acts on each item in turn. A fault of one stops none of the others: the first is thrown at the end. */
export async function eachInTurn<Item>(
  items: Iterable<Item>,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const faults: unknown[] = [];
  for (const item of items) await act(item).catch((error: unknown) => faults.push(error));
  if (faults.length > 0) throw faults[0];
}
