/** The search over the projects of one store. */
import type { Store } from '../db/store.ts';
import { directoryOf } from './directory.ts';
import { areaStore } from './area-store.ts';
import { mapStore } from './map/map-store.ts';
import { nearness } from './nearby-areas.ts';
import { finderSearch } from './search.ts';
import { finderStore } from './store.ts';
import { finderTerms } from './words/term-store.ts';

export function openFinder(store: Store, baseUrl: string) {
  const areas = areaStore(store);
  const near = { areaOf: areas.areaOf, ...nearness(areas) };
  return finderSearch(
    {
      store: finderStore(store),
      directory: directoryOf(store, baseUrl),
      terms: finderTerms(store),
      near,
      map: mapStore(store),
    },
    baseUrl,
  );
}
