/** The pages on which projects are registered and reviewed, with the features that they need. */
import type { Search } from '../finder/search.ts';
import { type Like, similarTo } from '../finder/similar.ts';
import { fetchingOf, guardedPageFetcher } from '../http/outgoing/fetch-guarded.ts';
import type { PageHandlers } from '../http/pages.ts';
import { likelyDuplicatesFinder } from '../projects/adding/likely-duplicates.ts';
import { draftCounter } from '../projects/adding/draft-limit.ts';
import { editPages } from '../projects/adding/edit-pages.ts';
import { addPages } from '../projects/adding/pages.ts';
import { formReader } from '../projects/adding/typed-form.ts';
import { originPages } from '../projects/managing/origin-pages.ts';
import { reviewPages } from '../projects/review/pages.ts';
import { reviewQueue } from '../projects/review/queue.ts';
import { apartReader } from '../projects/reading/read-apart.ts';
import { checkCounter } from '../widgets/check/limit.ts';
import { decidingOf } from './deciding.ts';
import { awaitingOutcomes } from './outcomes.ts';
import type { Surfaces } from './surfaces.ts';
import { awaitingMailings } from './volunteer-pages.ts';

export function registrationPages(surfaces: Surfaces, finder: Search): PageHandlers {
  const { features, naming, pageReader } = surfaces;
  const { store, settings, accounts, projects, drafts, keyed, links } = features;
  const { mail, mailLimit, mailChoices } = features;
  const { upload, pictureAt, uploads } = features.uploading;
  const pictures = { upload, pictureAt, pictureSize: features.images.size, dropUploads: uploads.drop };
  const similar = (project: Like, lang?: string) => similarTo(finder, project, lang);
  const likelyDuplicates = likelyDuplicatesFinder(store, async (name) => {
    const cards = await similar({ id: 0, title: name, tags: [], topics: [] });
    return cards.map(({ id, title }) => ({ id, title }));
  });
  const readForm = formReader(apartReader());
  const shared = { projects, likelyDuplicates, mail, mailLimit, mailChoices, ...naming };
  const mainAddress = async (accountId: number) => (await accounts.mainProfile(accountId))?.address;
  return {
    ...reviewPages({
      ...shared,
      queue: reviewQueue(store),
      sealed: features.answerSeal,
      testsOf: features.events.testsOf,
      deciding: decidingOf(features),
      mailings: () => awaitingMailings(features),
      outcomes: () => awaitingOutcomes(surfaces),
    }),
    ...editPages({ projects, readForm, pictures, similar }),
    ...originPages({
      projects,
      keyed,
      fetchPage: guardedPageFetcher(fetchingOf(settings)),
      countCheck: checkCounter(store.db, keyed),
    }),
    ...addPages({
      ...shared,
      drafts,
      readForm,
      pictures,
      similar,
      fetchPage: guardedPageFetcher(fetchingOf(settings)),
      suggestApart: pageReader.suggest,
      mainAddress,
      countDraft: draftCounter(store.db, keyed),
      signInLink: links.make,
      addresses: accounts.addresses,
      sealed: features.draftLinkSeal,
    }),
  };
}
