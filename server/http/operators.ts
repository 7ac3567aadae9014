/** Pages and forms for operators; everybody else gets 404. */
import type { PageHandler, Visit, Visitor } from './pages.ts';
import { Refusal } from './refusal.ts';
import { type OwnHandler, signInFirst } from './signed-in.ts';
import { keepsText } from './signed-out.ts';

/** Records what an operator did: an act and ids, never an address. */
export type Audit = (at: number, actor: string, act: string, subject: string) => Promise<void>;

export const nothingHere = () => new Refusal('not_found', 'There is nothing at this address.');

function operatorOf({ visitor }: Visit): Visitor {
  if (visitor?.role !== 'operator') throw nothingHere();
  return visitor;
}

/** A page for operators; people who are not signed in sign in first. */
export const forOperators =
  (show: OwnHandler): PageHandler =>
  (visit) =>
    visit.visitor ? show({ ...visit, visitor: operatorOf(visit) }) : signInFirst(visit);

/** A form for operators; if their session has ended, it keeps what they typed. */
export const operatorForm = (handler: OwnHandler): PageHandler =>
  keepsText((visit) => handler({ ...visit, visitor: operatorOf(visit) }));

/** Records the act of an operator's page, under the name of the command that does the same. */
export const recordAct = (
  audit: Audit,
  { visitor, now }: Visit,
  act: string,
  subject: number | string = '',
) => audit(now, `account ${visitor?.accountId ?? 0}`, act, String(subject));
