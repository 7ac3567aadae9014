/** The page that `url` of user_info leads to. */
import { id } from '../../src/contract/fields/kinds.ts';
import type { PageHandlers } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import type { PageData } from '../../src/contract/pages.ts';
import { fullName, type People } from './person.ts';

const userId = id('the member');

/** The parts that a person shows besides names; a list that they do not show is not read. */
export type ShownWork = (
  accountId: number,
  shows: readonly string[],
  lang: string,
) => Promise<Pick<PageData['person'], 'totals' | 'cards' | 'projects' | 'certificates'>>;

export const personPage = ({ person }: People, workOf: ShownWork): PageHandlers => ({
  'GET /people/:user_id': async ({ params, lang }) => {
    const number = userId.safeParse(params['user_id']);
    const about = number.success ? await person(number.data) : undefined;
    if (!about) throw new Refusal('not_found', 'There is no such member.');
    const { accountId: shownId, handle, shows, hasGuardian } = about;
    const name = fullName(about);
    return {
      name: 'person',
      title: 'A member',
      data: {
        userId: shownId,
        ...(shows.includes('handle') && handle !== '' && { handle }),
        ...(shows.includes('name') && name !== '' && { name }),
        ...(hasGuardian ? { certificates: [] } : await workOf(shownId, shows, lang)),
      },
    };
  },
});
