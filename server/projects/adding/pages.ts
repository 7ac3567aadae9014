/** `/add`: people register a project, beginning with the address of its own page. */
import { projectFields } from '../../../src/contract/api/project.ts';
import {
  FetchFault,
  fetchFaults,
  type FetchedPage,
  type FetchPage,
} from '../../http/outgoing/fetch-guarded.ts';
import { Refusal } from '../../http/refusal.ts';
import type { PageHandlers, Visit } from '../../http/pages.ts';
import type { FindLikelyDuplicates } from './likely-duplicates.ts';
import { draftAccess, draftPath } from './draft-access.ts';
import { draftPages, draftPreview, formTitle, nameOf } from './draft-pages.ts';
import type { FindSimilar } from '../project-page.ts';
import { type Content, maxDrafts } from './drafts.ts';
import { questionsFor } from './first-questions.ts';
import type { Suggested } from './read-page.ts';
import { addPage, sendingPages, type Sending } from './sending.ts';

export type Adding = Sending & {
  fetchPage: FetchPage;
  /** Reads a page in a thread, or refuses. */
  suggestApart: (page: FetchedPage, ip: string) => Promise<Suggested>;
  likelyDuplicates: FindLikelyDuplicates;
  similar: FindSimilar;
  mainAddress: (accountId: number) => Promise<string | undefined>;
  /** Counts a new draft for its network, or refuses. */
  countDraft: (ip: string, now: number) => Promise<void>;
  baseUrl: string;
};

export function addPages(deps: Adding): PageHandlers {
  const access = draftAccess(deps.drafts, deps.baseUrl);

  const start = async (visit: Visit, url = '', fault?: string, status = 200) => {
    const listed = await access.list(visit);
    return addPage(
      {
        state: 'start',
        url,
        ...(fault && { fault }),
        isSignedIn: visit.visitor !== undefined,
        drafts: listed.map((draft) => ({
          id: draft.id,
          name: nameOf(draft),
          changed: new Date(draft.updatedAt).toISOString(),
        })),
      },
      formTitle,
      status,
    );
  };

  /** Reads the project's own page; the draft is made even if the page is away, or cannot be read in time. */
  const contentFrom = async (url: string, ip: string): Promise<Content> => {
    try {
      const suggested = await deps.suggestApart(await deps.fetchPage(url), ip);
      return { typed: { ...suggested, url } };
    } catch (error) {
      if (error instanceof FetchFault) return { typed: { url }, unread: fetchFaults[error.why] };
      if (error instanceof Refusal) return { typed: { url }, unread: 'It took too long to understand.' };
      throw error;
    }
  };

  return {
    'GET /add': (visit) => start(visit),

    'POST /add': async (visit) => {
      const { fields, visitor, ip, now } = visit;
      const typed = (fields['url'] ?? '').slice(0, 2000);
      const url = projectFields.url.safeParse(fields['url']);
      if (!url.success)
        return start(visit, typed, `The address ${url.error.issues[0]?.message ?? 'is not right'}.`, 400);
      const listed = await access.list(visit);
      const known = listed.find((draft) => draft.typed['url'] === url.data);
      // A second click, or somebody who forgot that they had begun.
      if (known) return { to: draftPath(known.id) };
      if (listed.length >= maxDrafts) return start(visit, typed, tooMany, 429);
      await deps.countDraft(ip, now);
      const content = await contentFrom(url.data, ip);
      const contact = visitor && (await deps.mainAddress(visitor.accountId));
      if (contact !== undefined) content.typed['contact_email'] = contact;
      content.asked = questionsFor(content.typed);
      return (await access.begin(visit, content)) ?? start(visit, typed, tooMany, 429);
    },

    ...draftPages(deps, access),
    ...draftPreview(deps, access),
    ...sendingPages(deps, access.mine),
  };
}

const tooMany = `You have ${maxDrafts} drafts. Send or delete one of them first.`;
