/** The data of the pages of programmes: lists of projects with a rule, for which a partner gives an award. */
import type { DisclosedPeople } from '../api/disclosed.ts';
import type { ProjectHead } from '../pages.ts';
import type { ProjectCardData } from './finder.ts';
import type { Paged } from './me.ts';
import type { SeenFact } from './tiers.ts';

export const programmesPath = '/programmes';
export const operatorProgrammesPath = '/operator/programmes';

/** Contributions that count: those that projects report, or those of participants' browsers, too. */
export const countedSources = ['reported', 'all'] as const;

/**
 * At least so many contributions, hours and different projects, from one day to another (UTC). `isYearly`: within a year
 * from that first day, or from the same day of a later year, such as a school year.
 */
export type ProgrammeRule = {
  contributions: number;
  hours: number;
  projects: number;
  from?: string;
  to?: string;
  isYearly?: true;
  counts: (typeof countedSources)[number];
};

/** A person's progress. `isRough`: hours that overlap may be among its hours. */
export type Progress = Pick<ProgrammeRule, 'contributions' | 'hours' | 'projects'> & { isRough?: true };

/** `award`: what is awarded. */
export type ProgrammeTexts = Record<string, { name?: string; text: string; award: string }>;

export type ProgrammeHead = { id: number; name: string; path: string };

/** A programme in the language of its reader. */
export type ProgrammeSaid = ProgrammeHead & {
  text: string;
  award: string;
  /** The language of its texts, if it is not that of the reader. */
  lang?: string;
  rule: ProgrammeRule;
  colours?: { ground: string; ink: string };
  logo?: string;
  link?: string;
};

/** A person's part. `shown`: what the partner sees of them by name. `isMailed`: the partner may write to them. */
export type OwnPart = {
  progress: Progress;
  award?: { path: string };
  shown?: { name: string; until: string };
  isMailed: boolean;
};

export type ProgrammePage = {
  programme: ProgrammeSaid;
  state: 'requested' | 'open' | 'withheld' | 'refused';
  projects: ProjectCardData[];
  /** Its projects in the finder. */
  search: string;
  own?: OwnPart;
  isMember: boolean;
  manages: boolean;
  qr: { size: number; path: string };
  address: string;
  /** A change of it waits for an operator. */
  isWaiting?: true;
  done?: 'joined' | 'left' | 'shown' | 'hidden' | 'mailed' | 'unmailed' | 'sent' | 'saved' | 'waits';
};

export type ProgrammesPage = {
  programmes: Paged<ProgrammeSaid>;
  /** Those that the visitor manages. */
  managed: (ProgrammeHead & { state: ProgrammePage['state']; reason?: string })[];
};

/** The fields of the form as they were typed, by their names. */
export type TypedProgramme = Record<string, string>;

export type ProgrammeFormPage = {
  given: TypedProgramme;
  /** By field; `message` follows its label. */
  faults: Record<string, string>;
  form: string;
  of?: ProgrammeHead & { logo?: string };
};

/** The state of a project in a programme that it has not left. */
export type Listing = 'asked' | 'invited' | 'listed';

/** `missing`: what the project lacks before it can count. */
export type ListedProject = { project: ProjectHead; state: Listing; missing: SeenFact[] };

/** `project`: absent for all projects together. */
export type FigureRow = { month: string; project?: ProjectHead } & Record<
  'people' | 'contributions' | 'hours',
  DisclosedPeople
>;

export type ProgrammeWorkPage = {
  of: ProgrammeHead;
  /** Managers of an open programme can write to its members. */
  isOpen: boolean;
  /** Those that wait for somebody come first. */
  projects: Paged<ListedProject>;
  people: DisclosedPeople;
  awards: DisclosedPeople;
  /** All projects together by month, and then the newest months by project. */
  figures: FigureRow[];
  /** How many there are in the file; absent if `figures` are all. */
  allFigures?: number;
  /** People who show themselves. */
  shown: Paged<{ name: string; until: string; award?: string }>;
  done?: 'listed' | 'invited' | 'removed';
  fault?: string;
};

/** A programme on a person's own page. */
export type OwnProgramme = { programme: ProgrammeSaid; own: OwnPart };

/** A programme on a project's Tools. `open`: programmes that it may ask to be listed in. */
export type ToolsProgrammes = {
  own: { programme: ProgrammeHead; state: Listing }[];
  open: ProgrammeHead[];
  missing: SeenFact[];
};

export type OperatorProgrammesPage = {
  /** Those that wait for an operator come first. */
  programmes: Paged<
    ProgrammeSaid & {
      state: ProgrammePage['state'];
      by?: string;
      since: string;
      /** A change that waits; `others`: its texts in further languages. */
      change?: ProgrammeSaid & { others: string[] };
    }
  >;
  fault?: string;
};
