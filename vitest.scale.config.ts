/** `npm run test:scale`: the tests of Citus, and the usual ones on a database whose contributions it distributes. */
import { configDefaults, defineConfig } from 'vitest/config';
import usual from './vitest.config.ts';

/** Usual test files, as patterns. The others do not touch contributions, or start servers of their own. */
const onCitus = [
  'test/server/record-event.test.ts',
  'test/server/group-commit.test.ts',
  'test/server/opt-out-race.test.ts',
  'test/server/opt-out-unseen.test.ts',
  'test/server/tie-again.test.ts',
  'test/server/kill.test.ts',
  'test/server/retention.test.ts',
  'test/server/removals.test.ts',
  'test/server/participants-journey.test.ts',
  'test/server/stats-figures.test.ts',
  'test/server/volunteers.test.ts',
  'test/server/volunteers-mail.test.ts',
  'test/server/certificates.test.ts',
  'test/server/account-deletion.test.ts',
  'test/server/join-accounts.test.ts',
  'test/server/person-page.test.ts',
  'test/server/person-days.test.ts',
  'test/server/withheld.test.ts',
  'test/server/embed.test.ts',
  'test/server/confirm.test.ts',
  'test/server/signed-links.test.ts',
  'test/server/hashed.test.ts',
  'test/server/webhooks.test.ts',
  'test/server/every-operation.test.ts',
  'test/server/authorisation.test.ts',
  'test/server/specification.test.ts',
  'test/server/operator.test.ts',
  'test/server/pages.test.ts',
  'test/server/project-update.test.ts',
  'test/server/tools.test.ts',
  'test/server/before-the-key.test.ts',
  'test/server/canary.test.ts',
];

export default defineConfig({
  ...usual,
  test: {
    ...usual.test,
    include: ['test/scale/*.test.ts', ...onCitus],
    exclude: configDefaults.exclude,
    globalSetup: 'test/scale/set-up.ts',
  },
});
