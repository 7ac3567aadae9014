/**
 * The states of the pages on which people get an account, keys and a project: each is the data of a page, in which
 * every text that people wrote is another one.
 */
import type { Page } from '../../../src/contract/pages.ts';
import type { ProjectMap } from '../../../src/contract/pages/maps.ts';
import { samples } from '../../pages/samples.ts';

/** The pages, by name. */
const names: Page['name'][] = [
  ...(['finder', 'sign-in', 'sign-in-link', 'guardian', 'guardian-asked', 'person', 'me'] as const),
  ...(['account', 'add-address', 'remove-address', 'remove-passkey'] as const),
  ...(['delete-account', 'deleted-account', 'keys', 'new-key', 'end-key'] as const),
  ...(['request-client', 'client-secret', 'operator-clients', 'authorize'] as const),
  ...([
    'add',
    'edit',
    'page-preview',
    'review-queue',
    'review',
    'review-mailing',
    'answer',
    'history',
  ] as const),
  ...(['people', 'invitation', 'origin', 'remove-origin', 'webhook'] as const),
  ...(['operator', 'operator-mails', 'operator-people', 'operator-audit', 'operator-project'] as const),
  ...(['operator-keys', 'operator-store', 'operator-import'] as const),
  ...(['signed-out', 'changed', 'problem', 'tell-me', 'unsubscribe'] as const),
];

const written = 'WRITTEN';

const map: ProjectMap = {
  width: 720,
  height: 360,
  ground: '/map-ground.svg?frame=-180,-60,180,80',
  groups: [2, 31, 445].map((projects, at) => ({
    x: 120 + 200 * at,
    y: 150,
    radius: 16,
    projects,
    place: written,
    path: `/finder?box=${at}`,
  })),
  placed: 478,
  unplaced: 12,
  wider: '/finder?box=wider',
  whole: '/finder?box=',
};

const withMap = (page: Page): Page =>
  page.name === 'finder' ? { ...page, data: { ...page.data, map } } : page;

/** A usual text, and one as long as people write, with a word that is wider than a phone. */
const texts = {
  usual: (n: number) => `River watch ${n}`,
  long: (n: number) =>
    `Donaudampfschifffahrtsgesellschaftskapitänsvogelbeobachtungen_at_the_river.example ${n} and of all the small streams that flow into it, from the source to the sea`,
};

/** A list is full of entries, not of words, if its entries have fields. */
const isEntries = (list: unknown[]): boolean => list.every((entry) => typeof entry === 'object');

const copies = 3;

/** Replaces each text by one of its own. `isMany`: lists have several times as many entries, with ids of their own. */
function filled(page: Page, textOf: (n: number) => string, isMany: boolean): Page {
  let n = 0;
  const copyOf = (value: unknown, ids: number): unknown => {
    if (typeof value === 'string') return value.replaceAll(written, () => textOf(++n));
    if (Array.isArray(value)) {
      const times = isMany && isEntries(value) ? copies : 1;
      return Array.from({ length: times }).flatMap((_, time) =>
        value.map((each) => copyOf(each, ids + 1000 * time)),
      );
    }
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [
        name,
        name === 'id' && typeof field === 'number'
          ? field + ids
          : name === 'isYou'
            ? field === true && ids === 0
            : copyOf(field, ids),
      ]),
    );
  };
  return copyOf(page, 0) as Page;
}

export type PageState = { name: string; page: Page; crowded: Page };

/** `crowded`: the same state with long texts and long lists. */
export const pageStates = (): PageState[] =>
  Object.entries(samples(written))
    .filter(([, page]) => names.includes(page.name))
    .map(([name, page]) => ({
      name,
      page: filled(withMap(page), texts.usual, false),
      crowded: filled(withMap(page), texts.long, true),
    }));
