/** Long lists, a page at a time. */
import type { Paged } from '../../src/contract/pages/me.ts';

/** Where one page of a list begins. A page that is not there is the nearest that is. */
export function pageAt(total: number, asked: unknown, size: number) {
  const pages = Math.max(1, Math.ceil(total / size));
  const wanted = typeof asked === 'string' && /^\d{1,6}$/.test(asked) ? Number(asked) : 1;
  const page = Math.min(Math.max(1, wanted), pages);
  return { page, pages, total, offset: (page - 1) * size };
}

/** One page of a list that was read whole. */
export function paged<Item>(items: Item[], page: unknown, size: number): Paged<Item> {
  const { offset, ...place } = pageAt(items.length, page, size);
  return { ...place, items: items.slice(offset, offset + size) };
}
