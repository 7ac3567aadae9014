/** The rules of ad blockers: EasyList and EasyPrivacy, on any site, block nothing of ours. */
import { readFileSync } from 'node:fs';
import { FiltersEngine, Request, type RequestType } from '@ghostery/adblocker';
import { expect, test } from 'vitest';
import { blockerLists } from '../set-up/programs/installed.ts';
import { site } from '../../src/contract/site.ts';
import { embedFiles } from '../../widgets/entries/files.ts';

const lists = ['easylist', 'easyprivacy']
  .map((list) => readFileSync(`${blockerLists}/${list}.txt`, 'utf8'))
  .join('\n');

const ours = 'https://citizenscience.example.org';
const requests: [RequestType, string][] = [
  ...embedFiles.map(({ file }): [RequestType, string] => ['script', `${ours}/static/api/${file}`]),
  ...Object.keys(site)
    .map((row) => row.split(' ')[1] ?? '')
    .filter((path) => path.startsWith('/embed/'))
    .map((path): [RequestType, string] => ['fetch', ours + path]),
  ['main_frame', `${ours}/connect?project_id=505`],
  ['main_frame', `${ours}/confirm/505?type=collection&ref=survey-2041`],
];

test('EasyList and EasyPrivacy block nothing of ours', () => {
  const engine = FiltersEngine.parse(lists, { loadCosmeticFilters: false });
  const isBlocked = ([type, url]: [RequestType, string]) =>
    engine.match(Request.fromRawDetails({ type, url, sourceUrl: 'https://birds.example/thanks' })).match;
  // The lists are read: these are what they are for.
  expect(isBlocked(['script', 'https://www.google-analytics.com/analytics.js'])).toBe(true);
  expect(isBlocked(['script', 'https://ad.doubleclick.net/banner.js'])).toBe(true);
  expect(requests.filter(isBlocked)).toEqual([]);
});
