import { participationOf } from '../accounts/contributions/participation.ts';
import { pathOf } from '../certificates/certified.ts';
import type { Search } from '../finder/search.ts';
import { withGlances } from '../finder/with-glances.ts';
import type { ShownWork } from '../oauth/person-page.ts';
import type { Surfaces } from './surfaces.ts';

/** Projects with a card, those of the last contributions first; of the others, the page has the names. */
const maxCards = 24;

/** The parts of a public page besides names, as the person chose; projects that are not open are left out. */
export const shownWork =
  ({ features, heads }: Pick<Surfaces, 'features' | 'heads'>, { directory }: Search): ShownWork =>
  async (accountId, shows, lang) => {
    const { accounts, certificates, store } = features;
    const profiles = await accounts.profiles(accountId);
    const reads = profiles.length > 0 && (shows.includes('totals') || shows.includes('projects'));
    const all = reads ? await participationOf(store.db, profiles) : [];
    const credited = all.filter(({ isUnclaimed, events }) => !isUnclaimed && events > 0);
    const open = shows.includes('projects') ? credited.filter(({ isOpen }) => isOpen) : [];
    const ids = open.slice(0, maxCards).map((row) => row.project_id);
    const cards = await withGlances(directory, await directory.cards(ids, lang), lang);
    const hasCard = new Set(cards.map(({ id }) => id));
    const sum = (what: 'events' | 'duration') => credited.reduce((total, row) => total + row[what], 0);
    return {
      ...(shows.includes('totals') && {
        totals: {
          events: sum('events'),
          projects: credited.length,
          hours: Math.round(sum('duration') / 36) / 100,
        },
      }),
      ...(shows.includes('projects') && {
        cards,
        projects: open
          .filter((row) => !hasCard.has(row.project_id))
          .map((row) => heads.headOf(row.project_id, row.name)),
      }),
      certificates: (await certificates.ofAccount(accountId))
        .filter(({ isShown }) => isShown)
        .map(({ token, statement: { from, to } }) => ({ path: pathOf(token), from, to })),
    };
  };
