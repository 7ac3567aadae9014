/** The pages on which projects are registered and reviewed, with the features that they need. */
import { accountNotices } from '../accounts/notices.ts';
import type { Search } from '../finder/search.ts';
import { type Like, similarTo } from '../finder/similar.ts';
import { fetchingOf, guardedPageFetcher } from '../http/fetch-guarded.ts';
import type { PageHandlers } from '../http/pages.ts';
import { alikeFinder } from '../projects/adding/alike.ts';
import { draftCounter } from '../projects/adding/draft-limit.ts';
import { editPages } from '../projects/adding/edit-pages.ts';
import { addPages } from '../projects/adding/pages.ts';
import { formReader } from '../projects/adding/typed-form.ts';
import { mayHoldGrants } from '../grants/origin.ts';
import { invitationPages } from '../projects/managing/invitation-pages.ts';
import { originPages } from '../projects/managing/origin-pages.ts';
import { managingPages } from '../projects/managing/pages.ts';
import { reviewPages } from '../projects/review/pages.ts';
import { reviewQueue } from '../projects/review/queue.ts';
import { apartReader } from '../projects/read-apart.ts';
import { checkCounter } from '../widgets/check/limit.ts';
import { decidingOf } from './deciding.ts';
import type { Surfaces } from './surfaces.ts';
import { awaitingMailings } from './volunteer-pages.ts';

/** The forms that take a picture, with the field for it. */
export const pictureFields = { 'POST /add/:draft': 'picture', 'POST /project/:project/edit': 'picture' };

export function registrationPages({ features, naming }: Surfaces, finder: Search): PageHandlers {
  const { store, settings, accounts, projects, drafts, keyed, links } = features;
  const { mail, mailLimit, mailChoices } = features;
  const { upload, pictureAt, uploads } = features.uploading;
  const pictures = { upload, pictureAt, pictureSize: features.images.size, dropUploads: uploads.drop };
  const similar = (project: Like) => similarTo(finder, project);
  const alike = alikeFinder(store, async (name) => {
    const cards = await similar({ id: 0, title: name, tags: [], topics: [] });
    return cards.map(({ id, title }) => ({ id, title }));
  });
  const readForm = formReader(apartReader());
  const shared = { projects, alike, mail, mailLimit, mailChoices, ...naming };
  const mainAddress = async (accountId: number) => (await accounts.mainProfile(accountId))?.address;
  const managing = {
    ...shared,
    ...{
      managing: features.managing,
      invitations: features.invitations,
      invitationSeal: features.invitationSeal,
      mainAddress,
    },
    addressesOf: async (accountId: number) =>
      (await accounts.addresses(accountId)).map(({ address }) => address),
    notify: accountNotices({ accounts, mail, mailLimit, ...naming }).sendOfOthers,
  };
  return {
    ...reviewPages({
      ...shared,
      queue: reviewQueue(store),
      sealed: features.answerSeal,
      testsOf: features.events.testsOf,
      deciding: decidingOf(features),
      mailings: () => awaitingMailings(features),
      mayHoldGrants,
    }),
    ...editPages({ projects, readForm, pictures, similar }),
    ...managingPages(managing),
    ...invitationPages(managing),
    ...originPages({
      ...{ projects, keyed, mayHoldGrants },
      fetchPage: guardedPageFetcher(fetchingOf(settings)),
      countCheck: checkCounter(store.db, keyed),
    }),
    ...addPages({
      ...shared,
      ...{ drafts, readForm, pictures, similar },
      fetchPage: guardedPageFetcher(fetchingOf(settings)),
      mainAddress,
      countDraft: draftCounter(store.db, keyed),
      signInLink: links.make,
      addresses: accounts.addresses,
      sealed: features.draftLinkSeal,
    }),
  };
}
