/** Gives access to a draft: to the account that is signed in, or to the browser that has the cookie. */
import { id as idField } from '../../../src/contract/fields/kinds.ts';
import type { PageAnswer, Visit } from '../../http/pages.ts';
import { Refusal } from '../../http/refusal.ts';
import { draftCookie } from './draft-cookie.ts';
import type { Content, Draft, Drafts, Holder } from './drafts.ts';

/** The number of a draft in its address. */
export const draftId = idField('the number in the address');

/** Milliseconds after its last change in which a browser opens a draft of a writer whose session ended. */
const openFor = 3_600_000;

/**
 * A draft of somebody whose session ended belongs to the browser: nobody is signed in when it is stored. It opens there
 * for its writer, and for a short time before anybody has signed in. Another person who signs in there later neither
 * sees nor sends it.
 */
const maySee = ({ isOfBrowser, writer, updatedAt }: Draft, { visitor, now }: Visit): boolean =>
  !isOfBrowser ||
  writer === undefined ||
  (visitor ? visitor.accountId === writer : now < updatedAt + openFor);

export const draftPath = (id: number): string => `/add/${id}`;

export type DraftAccess = ReturnType<typeof draftAccess>;

export function draftAccess(drafts: Drafts, baseUrl: string) {
  const cookie = draftCookie(baseUrl);
  const holderOf = ({ visitor, cookies }: Visit): Holder => ({
    accountId: visitor?.accountId,
    holder: cookie.holderIn(cookies),
  });
  const find = async (visit: Visit): Promise<Draft | undefined> => {
    const read = draftId.safeParse(visit.params['draft']);
    const draft = read.success ? await drafts.find(read.data, holderOf(visit)) : undefined;
    if (!draft || !maySee(draft, visit)) return undefined;
    // Its writer is back.
    if (draft.isOfBrowser && visit.visitor && draft.writer !== undefined)
      await drafts.give(draft.id, visit.visitor.accountId);
    return draft;
  };

  return {
    find,
    list: async (visit: Visit) =>
      (await drafts.list(holderOf(visit))).filter((draft) => maySee(draft, visit)),

    mine: async (visit: Visit): Promise<Draft> => {
      const draft = await find(visit);
      if (!draft)
        throw new Refusal(
          'not_found',
          'There is no draft of yours here: it was deleted, or you wrote it in another browser without signing in.',
        );
      return draft;
    },

    /** Begins a draft; a browser without a cookie gets one. Undefined if there are too many drafts already. */
    begin: async (visit: Visit, content: Content): Promise<PageAnswer | undefined> => {
      const holder = holderOf(visit);
      const isNew = visit.visitor === undefined && holder.holder === undefined;
      const fresh = isNew ? cookie.make() : undefined;
      const id = await drafts.add(fresh ? { ...holder, holder: fresh.holder } : holder, content, visit);
      return id === undefined ? undefined : { to: draftPath(id), ...(fresh && { headers: fresh.headers }) };
    },
  };
}
