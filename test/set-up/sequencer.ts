import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, or a part of their paths. */
export const longest = [
  'engines/webkit',
  'drawn/drawn-',
  'browser/hostile/blns',
  'engines/firefox',
  'drawn/accessible-pages',
  'engines/chromium',
  'programs/image.test',
  'browser/delivery',
  'owners/builder',
  'browser/embeds/telemetry',
  '.long.test',
  // Those that compute and those that wait take turns.
  'redos/redos',
  'server/webhooks/webhooks.test',
  'pages/render',
  'http/hostile/blns',
  'pages/languages',
  'http/told-apart',
  'http/hostile/fuzz',
  'http/spellings',
  'widgets/attributes',
  'server/mail/follow-mail',
  'pages/outlines',
  'widgets/confirmation-message',
  'http/page-authorisation',
  'projects/preregistration',
  'pages/builder',
  'projects/ppsr-round-trip',
  'operating/operator-store',
  'images/picture-upload',
];

/** From 0 for the first; all other files are equal. */
const rankOf = ({ moduleId }: TestSpecification): number => {
  const found = longest.findIndex((path) => moduleId.includes(path));
  return found === -1 ? longest.length : found;
};

/**
 * The longest first, so that none is left alone at the end. Where no durations are known from a run before, vitest takes
 * the largest files first, and the engines have the smallest.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A sort is stable.
    return sorted.sort((one, other) => rankOf(one) - rankOf(other));
  }
}
