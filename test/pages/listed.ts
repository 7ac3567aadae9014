/** The second of three pages of a list, with these rows; without any, a list of none. */
export const listed = <Item>(...items: Item[]) =>
  items.length === 0 ? { items, page: 1, pages: 1, total: 0 } : { items, page: 2, pages: 3, total: 41 };
