/** Notes what came of the embeds' requests, for the owner of the project that they name. */
import type { Facts } from '../http/facts.ts';
import { Refusal } from '../http/refusal.ts';
import type { EmbedDeps } from './deps.ts';
import type { SiteSign } from './site-signs.ts';

type SaidProject = { project_id?: number | undefined };
type SignAnswer = { project_id?: number; may_grant?: boolean };
type SignHandler = (said: SaidProject, caller: undefined, facts: Facts) => Promise<SignAnswer> | SignAnswer;

/** Returns the same handlers, each of which notes a sign after it has answered or refused. */
export function notingSigns<Handlers extends object>(
  handlers: Handlers,
  { signs, openProject }: Pick<EmbedDeps, 'signs' | 'openProject'>,
): Handlers {
  const noting = Object.entries(handlers as Record<string, SignHandler>).map(([row, handler]) => {
    const answer: SignHandler = async (said, caller, facts) => {
      const { origin, now } = facts;
      try {
        const reply = await handler(said, caller, facts);
        const projectId = reply.project_id ?? said.project_id;
        for (const sign of signsOf(row, reply))
          if (projectId !== undefined) await signs.note(projectId, origin, sign, now);
        return reply;
      } catch (error) {
        // Anybody can name any number: only projects that there are have signs.
        if (error instanceof Refusal && said.project_id !== undefined && (await openProject(said.project_id)))
          await signs.note(said.project_id, origin, { kind: 'refused', code: error.code }, now);
        throw error;
      }
    };
    return [row, answer];
  });
  return Object.fromEntries(noting) as Handlers;
}

function signsOf(row: string, { may_grant }: SignAnswer): SiteSign[] {
  if (row === 'POST /embed/record') return [{ kind: 'recorded' }];
  if (row !== 'GET /embed/project') return [];
  // There the message only links to our site.
  const refused = { kind: 'refused', code: 'origin_not_registered' } as const;
  return may_grant === false ? [{ kind: 'loaded' }, refused] : [{ kind: 'loaded' }];
}
