/** The data of a project's Tools tab. */
import type { Disclosed, DisclosedPeople } from '../api/disclosed.ts';
import type { EventType } from '../api/event-types.ts';
import type { RetractionReason } from '../api/retraction.ts';
import type { Signatory } from './certificates.ts';
import type { ToldOutcome } from './outcomes.ts';
import type { ToolsProgrammes } from './programmes.ts';
import type { ProjectField } from './project-form.ts';
import type { IntegrationFacts, Tier } from './tiers.ts';

/** The image that a project names. `planned`: it is fetched when the project is published. */
export type ImageState = {
  state: 'uploaded' | 'planned' | 'waiting' | 'shown' | 'failed';
  url: string;
  /** Why it could not be fetched, by the faults of `image` in src/ui/words. */
  why?: string;
};

/** A site on which the message was shown, and how long ago, in seconds. */
export type ShownOn = { origin: string; ago: number };

/**
 * Reports that were refused in the last seven days, by code and field, or the `text` that came in links as a number. `means` and `todo` may
 * contain code in backticks.
 */
export type RefusedOf = {
  code: string;
  field?: string;
  text?: string;
  count: Disclosed;
  /** The last day, as yyyy-mm-dd. */
  last: string;
  means: string;
  todo: string;
  /** The rule for the field's values. */
  must?: string;
};

export type Tools = {
  /** The facts that the service has seen of the integration. */
  seen: IntegrationFacts;
  refused: RefusedOf[];
  /** Test events that have not been deleted yet. */
  tests: Disclosed;
  /** The last ones, newest first. `until`: the last moment at which it can be put back. */
  retractions: {
    id: number;
    reason: RetractionReason;
    events: Disclosed;
    at: string;
    until?: string;
    isBack: boolean;
  }[];
  /** Outcomes, newest first; `languages`: those that the project is translated into. */
  outcomes: { all: ToldOutcome[]; languages: string[] };
  programmes: ToolsProgrammes;
  /** Sending hashed addresses in the record step. `asked`: since when an editor's decision is awaited. */
  hashed: { isAllowed: boolean; asked?: string };
  /** Whether contributions of one person may overlap, so that all their hours count. */
  mayOverlap: boolean;
  /** Certificates name this signatory for the hours that the project reports. */
  signatory?: Signatory;
  projectId: number;
  /** The gold tier: the clients of the project's sites, and the people who have authorized them. */
  authorized?: { clients: string[]; people: DisclosedPeople; isInUse: boolean };
  /** The number of people who wait for the start, if the project has preregistration or enough people wait. */
  waiting?: DisclosedPeople;
  origins: { origin: string; how: string }[];
  /** The last change by its managers, if it awaits review or was rejected. */
  review?: { state: 'awaiting_review' | 'rejected'; at: string; fields: ProjectField[]; why?: string };
  /** The state of the image that the project names. */
  image?: ImageState;
  /** The kind of contribution that the snippets report. */
  type: EventType;
  /** The code to copy, with its place, for the tier that the managers chose or, until then, came closest to. */
  snippet: {
    tier: Tier;
    /** The page's code comes first. */
    blocks: { place: 'page' | 'server' | 'shell'; code: string }[];
  };
  /** The sites on which the message was shown, latest first; absent before publication. */
  shown?: ShownOn[];
};
