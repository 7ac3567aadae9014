/** The quality of the search must not get worse: see `npm run judge`. */
import { expect, test } from 'vitest';
import {
  fillWithCatalogue,
  judge,
  judgedQueries,
  ofPlaces,
  queriesInLanguages,
  share,
} from '../../judged/judge.ts';
import { engines, startFilledService } from '../../set-up/service/start-service.ts';

const least = 0.95;

test.each(engines)(
  'on %s nineteen of twenty searches have an expected result in the first five',
  async (engine) => {
    expect(judgedQueries).toHaveLength(70);
    const { service, facts: key } = await startFilledService(engine, {}, 'catalogue', fillWithCatalogue);
    const verdicts = await judge(service, key);
    const bad = verdicts.filter(({ isGood }) => !isGood).map(({ q }) => q);
    expect(share(verdicts), `not found: ${bad.join(', ')}`).toBeGreaterThanOrEqual(least);
    expect(share(ofPlaces(verdicts)), `not found: ${bad.join(', ')}`).toBeGreaterThanOrEqual(least);
  },
);

test.each(engines)('on %s the same is true of each other language', async (engine) => {
  const { service, facts: key } = await startFilledService(engine, {}, 'catalogue', fillWithCatalogue);
  const verdicts = await judge(service, key, queriesInLanguages);
  const byLanguage = Object.entries(Object.groupBy(verdicts, ({ kind }) => kind));
  expect(byLanguage).toHaveLength(8);
  for (const [language, those = []] of byLanguage) {
    const bad = those.filter(({ isGood }) => !isGood).map(({ q }) => q);
    expect(share(those), `${language}, not found: ${bad.join(', ')}`).toBeGreaterThanOrEqual(least);
  }
});
