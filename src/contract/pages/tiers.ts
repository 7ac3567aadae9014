/** The specification's three tiers as a checklist over facts that the service has seen itself. */

import type { Disclosed, DisclosedPeople } from '../api/disclosed.ts';

export const seenFacts = ['published', 'key', 'message', 'browser', 'api', 'client', 'authorized'] as const;
export type SeenFact = (typeof seenFacts)[number];

/** `last`: a day, as yyyy-mm-dd. `late`: of `count`, those that arrived more than 24 hours after they happened. */
export type SeenSoFar = { isDone: boolean; count?: DisclosedPeople; last?: string; late?: Disclosed };
export type IntegrationFacts = Record<SeenFact, SeenSoFar>;

const tiers = {
  gold: ['published', 'key', 'client', 'message', 'authorized', 'api'],
  silver: ['published', 'key', 'message', 'api'],
  bronze: ['published', 'message', 'browser'],
} as const satisfies Record<string, readonly SeenFact[]>;
export type Tier = keyof typeof tiers;
export const tierNames = ['gold', 'silver', 'bronze'] as const satisfies readonly Tier[];

/** The specification's rule: registered here, with the participation API and the visible message in use. */
const curated = ['published', 'api', 'message'] as const satisfies readonly SeenFact[];

/** The facts that a tier still lacks, in the order of its steps. */
export const missingFor = (tier: Tier, facts: IntegrationFacts): SeenFact[] =>
  tiers[tier].filter((fact) => !facts[fact].isDone);

/** The highest tier that lacks nothing. */
export const reachedTier = (facts: IntegrationFacts): Tier | undefined =>
  tierNames.find((tier) => missingFor(tier, facts).length === 0);

/** The conditions for curated programming that a project does not meet; empty if it is eligible. */
export const missingForCurated = (facts: IntegrationFacts): SeenFact[] =>
  curated.filter((fact) => !facts[fact].isDone);
