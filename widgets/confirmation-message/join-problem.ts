import { isFinal, Refused } from '../lib/call.ts';
import type { MessageKey } from '../lib/messages.ts';

/** What went wrong with a form, in words for the participant: the service's own are for the owner of the page. */
export function joinProblem(error: unknown, wrong: MessageKey): MessageKey {
  if (!navigator.onLine) return 'confirmation.offline.title';
  if (!(error instanceof Refused)) return 'confirmation.failed.title';
  if (error.status === 429) return 'confirmation.tooMany';
  if (error.code === 'code_gone') return 'confirmation.code.expired';
  return isFinal(error) ? wrong : 'confirmation.failed.title';
}
