/** The data of the operator's pages. */
import type { Paged } from './me-page.ts';

export const operatorPath = '/operator';

/** What a new service still needs, in the order of docs/deployment.md; `true` is done. */
export type FirstSteps = Record<'ownPages' | 'project' | 'editor' | 'owner' | 'embed' | 'backup', boolean>;

export type OperatorOverview = {
  /** Absent once all of them are done. */
  firstSteps?: FirstSteps;
  release: string;
  node: string;
  /** Engine, place and size. */
  store: string;
  freeBytes: number;
  /** `ok`, or why the service cannot work. */
  health: 'ok' | 'away' | 'read-only' | 'full' | 'refusing';
  isMailFailing: boolean;
  imagesWaiting: number;
  noticesWaiting: number;
  mailsWaiting: number;
  mailsFailed: number;
  lastPurge?: string;
  nextPurge: string;
  lastBackup?: string;
  /** Whether it was changed, in words. */
  pepper: string;
  limits: { name: string; most: number; per: string }[];
};

export type OperatorMails = {
  waiting: number;
  failed: {
    id: number;
    kind: 'code' | 'link' | 'notice';
    made: string;
    failed: string;
    tries: number;
    /** `unreachable`, `interrupted`, `unreadable`, or the codes of the mail server's reply. */
    fault: string;
    /** It can be sent again. */
    isKept: boolean;
  }[];
  /** The number of mails that were queued again just now. */
  retried?: number;
};

export const givenRoles = ['editor', 'operator', 'none'] as const;
export type GivenRole = (typeof givenRoles)[number];

export type OperatorPeople = {
  people: { id: number; name: string; address: string; role: GivenRole; isYou: boolean }[];
  done?: GivenRole;
  fault?: { message: string; typed: string };
};

export type OperatorAudit = {
  list: Paged<{ at: string; actor: string; act: string; subject: string }>;
};
