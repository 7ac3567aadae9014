/** Notes what came of the embeds' requests, for the owner of the project that they name. */
import type { Facts } from '../http/facts.ts';
import type { HandlerRow } from '../http/mount.ts';
import { Refusal } from '../http/refusal.ts';
import type { EmbedDeps } from './deps.ts';
import type { EmbedSign } from './embed-activity.ts';

type SaidProject = { project_id?: number | undefined };
type SignAnswer = { project_id?: number; may_grant?: boolean };
type SignHandler = (
  message: SaidProject,
  caller: undefined,
  facts: Facts,
) => Promise<SignAnswer> | SignAnswer;

/** Returns the same handlers, each of which notes a sign after it has answered or refused. */
export function notingSigns<Handlers extends object>(
  handlers: Handlers,
  { signs, openProject }: Pick<EmbedDeps, 'signs' | 'openProject'>,
): Handlers {
  const all = Object.entries(handlers as Record<string, SignHandler | HandlerRow<SignHandler>>);
  const noting = all.map(([name, given]) => {
    const row = typeof given === 'function' ? { answer: given } : given;
    const answer: SignHandler = async (message, caller, facts) => {
      try {
        const reply = await row.answer(message, caller, facts);
        const projectId = reply.project_id ?? message.project_id;
        for (const sign of signsOf(name, reply))
          if (projectId !== undefined) await signs.note(projectId, facts, sign);
        return reply;
      } catch (error) {
        // Anybody can name any number: only projects that there are have signs.
        if (
          error instanceof Refusal &&
          message.project_id !== undefined &&
          (await openProject(message.project_id))
        )
          await signs.note(message.project_id, facts, { kind: 'refused', code: error.code });
        throw error;
      }
    };
    return [name, { ...row, answer }];
  });
  return Object.fromEntries(noting) as Handlers;
}

function signsOf(row: string, { may_grant }: SignAnswer): EmbedSign[] {
  if (row === 'POST /embed/record') return [{ kind: 'recorded' }];
  if (row !== 'GET /embed/project') return [];
  // There the message only links to our site.
  const refused = { kind: 'refused', code: 'origin_not_registered' } as const;
  return may_grant === false ? [{ kind: 'loaded' }, refused] : [{ kind: 'loaded' }];
}
