/** Counts a contribution for a group by its code, on the hosted confirmation. */
import type { PageData } from '../../src/contract/pages.ts';
import { codeIn, printedCode } from '../groups/codes.ts';
import type { Visit } from '../http/pages.ts';
import type { ConfirmPages, ConfirmQuery } from './confirm-pages.ts';

type Named = ConfirmQuery & { ref: string };

export function groupConfirming({ counting, signedLinks }: Pick<ConfirmPages, 'counting' | 'signedLinks'>) {
  return {
    /** The page's data for a typed code; undefined for one of no open group. */
    async shown(
      { project, ref, form }: Named,
      typed: string,
      { ip, now }: Visit,
    ): Promise<Pick<PageData['confirm'], 'state' | 'group' | 'account'> | undefined> {
      const found = await counting.ofCode(typed, ip, now);
      if (!found) return undefined;
      const { group, profileId } = found;
      if (form !== undefined && (await signedLinks.isOthers(project.id, ref, profileId)))
        return { state: 'taken', account: group.name };
      return {
        state: (await counting.isCounted(found, { projectId: project.id, ref })) ? 'counted' : 'ask-group',
        group: { name: group.name, code: printedCode(codeIn(typed) ?? '') },
      };
    },

    /** Counts it, or takes it off; returns the code for the address of the page. */
    async act(
      { project, type, ref, form }: Named,
      typed: string,
      { fields, ip, now }: Visit,
    ): Promise<string> {
      const code = codeIn(typed);
      const found = await counting.ofCode(typed, ip, now);
      if (!found || code === undefined) return typed.slice(0, 40);
      const submission = { projectId: project.id, ref };
      if (fields['choice'] === 'not-us') await counting.takeOff(found, submission, now);
      if (fields['choice'] !== 'count') return code;
      const isOthers =
        form !== undefined && !(await signedLinks.claim(project.id, ref, found.profileId, now));
      if (!isOthers) await counting.count(found, submission, { type }, { source: 'link', ip, now });
      return code;
    },
  };
}
