/** Joining by e-mail: six digits go to the address, and come back for a grant. */
import { call, isFinal, Refused } from '../lib/call.ts';
import type { State, Step } from './flow.ts';
import type { MessageKey } from './words.ts';

type Joining = {
  lang: () => string;
  projectId: () => number;
  stateNow: () => State;
  go: (step: Step, change?: Partial<State>) => boolean;
  accept: (grant: string) => Promise<void>;
};

/** What went wrong with a form, in words for the participant: the service's own are for the owner of the page. */
function joinProblem(error: unknown, wrong: MessageKey): MessageKey {
  if (!navigator.onLine) return 'offline.title';
  if (!(error instanceof Refused)) return 'failed.title';
  if (error.status === 429) return 'tooMany';
  if (error.code === 'code_gone') return 'code.expired';
  return isFinal(error) ? wrong : 'failed.title';
}

export function joining({ lang, projectId, stateNow, go, accept }: Joining) {
  async function mail(address: string, isOfAge: boolean) {
    const wrong = 'email.wrong';
    if (!/^[^\s@]+@[^\s@.]+\.\S+$/.test(address)) return void go('email', { address, problem: wrong });
    if (!isOfAge) return void go('email', { address, problem: 'email.young' });
    const { flow: earlier } = stateNow();
    if (!go('mailing', { address })) return;
    try {
      const { flow } = await call('POST /embed/join', {
        project_id: projectId(),
        address,
        of_age: true,
        lang: lang(),
      });
      go('code', { flow, notice: earlier ? 'code.sent' : undefined });
    } catch (error) {
      go(earlier ? 'code' : 'email', { problem: joinProblem(error, wrong) });
    }
  }

  async function check(typed: string) {
    const code = typed.replace(/\D/g, '');
    const { flow = '', address = '' } = stateNow();
    if (code.length !== 6) return void go('code', { problem: 'code.short' });
    if (!go('checking')) return;
    try {
      const { grant } = await call('POST /embed/join/code', { project_id: projectId(), flow, address, code });
      if (go('crediting')) await accept(grant);
    } catch (error) {
      go('code', { problem: joinProblem(error, 'code.wrong') });
    }
  }

  return { mail, check };
}
