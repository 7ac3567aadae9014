/** Orders results by distance: projects that cover the place, nearby ones, then those that can be done anywhere. */
import type { Filters } from './filters.ts';
import type { NearbyAreas } from './nearby-areas.ts';
import type { Ranked } from './ranked.ts';

/**
 * `isLoose`: no project has all of the words, whatever the filters. `there`: how many take place where the search is
 * about; the others can be done anywhere.
 */
export type Ordered = Ranked & { isLoose?: boolean; there?: number };

/** Returns the first `max` results that pass the filters, in an order. */
export type Order = (filters: Filters, max: number) => Promise<Ordered>;

/** The distance of each id; none for projects that can be done anywhere. */
export type Placed = Ordered & { kms: Map<number, number> };

/** At most this many nearby projects are sorted; those of areas further away are left out. */
const maxNearby = 10_000;

/** Rounded to a tenth of a kilometre, and at least that outside of the area. */
const tellable = (km: number) => Math.max(1, Math.round(km * 10)) / 10;

/**
 * Sorts by distance, and keeps the given order among projects at one distance. `isLocalFirst`: if few projects cover
 * the place, those with small areas come first. Projects that are farther than nearby, or say nothing of where they
 * are, are left out.
 */
export async function byPlace(
  order: Order,
  around: NearbyAreas,
  near: {
    areaOf: (ids: number[]) => Promise<Map<number, number>>;
    sizes: (areas: number[]) => Promise<Map<number, number>>;
  },
  { filters, max, isLocalFirst }: { filters: Filters; max: number; isLocalFirst: boolean },
): Promise<Placed> {
  const { covering, nearby, isFew } = around;
  const among = (areas: number[], count: number): Promise<Ordered> | Ordered =>
    areas.length === 0 ? { ids: [], total: 0 } : order({ ...filters, where: { areas, isFew } }, count);
  // Few projects are read all at once; among many, those that cover the place may be all that the search needs.
  const [here, others, anywhere] = await Promise.all([
    isFew ? { ids: [], total: 0 } : among(covering, max),
    among(isFew ? areasOf(around) : nearby.map(({ area }) => area), maxNearby),
    order({ ...filters, where: 'anywhere' }, max),
  ]);
  const kmOf = new Map([
    ...nearby.map(({ area, km }): [number, number] => [area, tellable(km)]),
    ...covering.map((area): [number, number] => [area, 0]),
  ]);
  const areas = others.areas ?? (await near.areaOf(others.ids));
  const sizes = isLocalFirst && isFew ? await near.sizes(covering) : new Map<number, number>();
  const placed = others.ids
    .map((id) => ({ id, area: areas.get(id) ?? 0 }))
    .map(({ id, area }) => ({ id, km: kmOf.get(area) ?? Infinity, size: sizes.get(area) ?? 0 }))
    .sort((one, other) => one.km - other.km || one.size - other.size);
  // Later groups are only needed once the earlier ones are complete.
  const isAllHere = here.ids.length < max;
  return {
    ids: isAllHere ? [...here.ids, ...placed.map(({ id }) => id), ...anywhere.ids] : here.ids,
    total: here.total + others.total + anywhere.total,
    there: here.total + others.total,
    isLoose: [here, others, anywhere].some(({ isLoose }) => isLoose),
    kms: new Map([...here.ids.map((id) => ({ id, km: 0 })), ...placed].map(({ id, km }) => [id, km])),
  };
}

/** Projects in a country or state first, then those that can be done anywhere. */
export async function byRegion(
  order: Order,
  region: string,
  filters: Filters,
  max: number,
): Promise<Ordered> {
  const { tags = [] } = filters;
  const [there, anywhere] = await Promise.all([
    order({ ...filters, tags: [...tags, { kind: 'in', name: region }] }, max),
    order({ ...filters, where: 'anywhere' }, max),
  ]);
  return {
    ids: there.ids.length < max ? [...there.ids, ...anywhere.ids] : there.ids,
    total: there.total + anywhere.total,
    there: there.total,
    isLoose: [there, anywhere].some(({ isLoose }) => isLoose),
  };
}

const areasOf = ({ covering, nearby }: NearbyAreas): number[] => [
  ...covering,
  ...nearby.map(({ area }) => area),
];

/** Filters whose union is everything that a search by place can find. */
export const within = (filters: Filters, around: NearbyAreas): Filters[] => [
  { ...filters, where: { areas: areasOf(around), isFew: around.isFew } },
  { ...filters, where: 'anywhere' },
];
