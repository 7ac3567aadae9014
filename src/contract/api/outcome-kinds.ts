/** The kinds of outcomes. In a file without zod, since pages in the browser list them. */
export const outcomeKinds = ['verified', 'used', 'published', 'acted_on'] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];

/** Characters of the sentence about an outcome. */
export const longestSentence = 300;
