/** The functions of other features that the pages of programmes need. */
import type { ProjectCardData } from '../../src/contract/pages/finder.ts';
import type { SeenFact } from '../../src/contract/pages/tiers.ts';
import type { ProjectHead } from '../../src/contract/pages.ts';
import type { AccountStore } from '../accounts/store.ts';
import type { CertificateStore } from '../certificates/store.ts';
import type { Visit } from '../http/pages.ts';
import type { Managers } from '../managing/managers.ts';
import type { roundedFigures } from './figures.ts';
import type { MemberStore } from './members.ts';
import type { Programme, ProgrammeStore } from './store.ts';

/** A change between a project and a programme, for the mail to the other side. */
export type ListingNews = 'invited' | 'asked' | 'listed' | 'removed' | 'left';

type Sent = Pick<Visit, 'ip' | 'now'>;

export type ProgrammeDeps = {
  programmes: ProgrammeStore;
  members: MemberStore;
  managing: Pick<Managers, 'manages'>;
  accounts: Pick<AccountStore, 'names' | 'mainProfile' | 'audit'>;
  certificates: Pick<CertificateStore, 'name'>;
  cardsOf: (projectIds: number[], lang: string) => Promise<ProjectCardData[]>;
  openHead: (projectId: number) => Promise<ProjectHead | undefined>;
  /** The open project of an address that the visitor manages. */
  managedProject: (visit: Visit) => Promise<ProjectHead | undefined>;
  /** The conditions that an open project lacks before it can count; undefined if it is not open. */
  missing: (projectId: number, now: number) => Promise<SeenFact[] | undefined>;
  /** The figures of the last count. */
  figures: (id: number) => ReturnType<typeof roundedFigures>;
  /** Takes the picture of a form, and returns its name. */
  takeLogo: (file: Buffer, id: number, visit: Sent) => Promise<{ logo: string } | { fault: string }>;
  /** Lists what the saved search of a programme finds. */
  refresh: (programme: Programme, now: number) => Promise<void>;
  /** Mails the managers of the project, or of the programme. */
  tell: (news: ListingNews, programme: Programme, projectId: number, visit: Sent) => Promise<void>;
  /** Mails the managers of a programme that it was opened, or why not. */
  tellDecision: (programme: Programme, visit: Sent) => Promise<void>;
  baseUrl: string;
};
