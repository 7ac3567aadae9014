/** The data of the pages of a guardian, and of the page that says that one was asked. */

export const guardianPath = '/guardian';

/**
 * `ask`: may this person join? `account`: they did, and the guardian may end it. `find` and `sent`: the links are
 * mailed again.
 */
export type GuardianPage =
  | { state: 'ask'; token: string; person: string; fault?: string }
  | { state: 'account'; token: string; person: string; contributions: number }
  | { state: 'find'; fault?: string }
  | { state: 'sent' | 'over' | 'ended' | 'released' };

export type GuardianAskedPage = { address: string; guardian: string };
