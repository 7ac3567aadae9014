/** Following projects: the button on a project's page, and the list on the member's own page. */
import { id as idField } from '../../src/contract/fields/kinds.ts';
import type { FollowedProject } from '../../src/contract/pages/me.ts';
import type { FinderResult } from '../../src/contract/api/finder.ts';
import type { PageData, ProjectHead } from '../../src/contract/pages.ts';
import { isOpen, isShown } from '../projects/visibility.ts';
import type { PageHandlers, Visitor } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { signedIn } from '../http/signed-in.ts';
import { maxFollowed, type FollowStore, type SeenProject } from './store.ts';

export type Following = {
  follows: FollowStore;
  /** Finds a publicly visible project. */
  findShown: (projectId: number) => Promise<(SeenProject & { path: string }) | undefined>;
  headOf: (projectId: number, name: string) => ProjectHead;
};

const projectId = idField('the project');
const followsAddress = '/me#follows';

export function followPages({ follows, findShown }: Following): PageHandlers {
  const projectIn = async (value: unknown) => {
    const read = projectId.safeParse(value);
    const project = read.success ? await findShown(read.data) : undefined;
    if (!project) throw new Refusal('no_project', 'There is no published project at this address.');
    return project;
  };
  const numberIn = ({ project = '' }: Record<string, string>) => /^\d+/.exec(project)?.[0];

  return {
    'POST /project/:project/follow': signedIn(async ({ params, visitor, now }) => {
      const project = await projectIn(numberIn(params));
      if (!(await follows.follow(visitor.accountId, project, now)))
        throw new Refusal(
          'too_many',
          `An account follows ${maxFollowed} projects at most; stop following one first.`,
        );
      return { to: `${project.path}#follow` };
    }, '/me'),

    'POST /project/:project/unfollow': signedIn(async ({ params, visitor }) => {
      const project = await projectIn(numberIn(params));
      await follows.unfollow(visitor.accountId, project.id);
      return { to: `${project.path}#follow` };
    }, '/me'),

    'POST /me/follows/mail': signedIn(async ({ fields, visitor }) => {
      if (fields['mail'] === 'yes')
        await follows.wantMail(visitor.accountId, await projectIn(fields['project_id']));
      else {
        // Works for a project that is no longer shown, too: its owner may show it again.
        const read = projectId.safeParse(fields['project_id']);
        if (read.success) await follows.endMail(visitor.accountId, read.data);
      }
      return { to: followsAddress };
    }, '/me'),

    // Works for a project that is no longer shown, too.
    'POST /me/follows/end': signedIn(async ({ fields, visitor }) => {
      const read = projectId.safeParse(fields['project_id']);
      if (read.success) await follows.unfollow(visitor.accountId, read.data);
      return { to: followsAddress };
    }, '/me'),
  };
}

/** The state of the button on a project's page. */
export const followStateFor =
  ({ follows, findShown }: Pick<Following, 'follows' | 'findShown'>) =>
  async (id: number, visitor: Visitor | undefined): Promise<PageData['project']['follow']> => {
    if (!(await findShown(id))) return undefined;
    if (!visitor) return 'signed-out';
    return (await follows.state(visitor.accountId, id)) ? 'yes' : 'no';
  };

/** Lists the projects that a member follows, for their own page. */
export const followedBy =
  ({ follows, headOf }: Pick<Following, 'follows' | 'headOf'>) =>
  async (accountId: number): Promise<FollowedProject[]> =>
    (await follows.listed(accountId)).map((row) => {
      const { project_id: id, name, by_mail } = row;
      const mail = { byMail: by_mail === 1, isShown: isShown(row) };
      if (!isOpen(row))
        return { project: { id, title: `A project that is not shown at present (number ${id})` }, ...mail };
      return { project: headOf(id, name), status: (JSON.parse(row.card) as FinderResult).status, ...mail };
    });
