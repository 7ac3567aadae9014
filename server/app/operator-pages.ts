/** The operator's pages, with what they read of each feature. */
import { version as release } from '../../package.json' with { type: 'json' };
import type { OperatorOverview } from '../../src/contract/operator-pages.ts';
import { accountNotices } from '../accounts/notices.ts';
import { describeStore } from '../db/describe.ts';
import { watchReadiness } from '../db/readiness.ts';
import type { PageHandlers } from '../http/pages.ts';
import { operatingPages } from '../operating/pages.ts';
import { nextRun } from '../retention-run.ts';
import { readStatus } from '../status.ts';
import { rolesOf } from './roles.ts';
import type { Surfaces } from './surfaces.ts';

export function pagesOfOperators({ features, limits, naming }: Surfaces): PageHandlers {
  const { store, settings, accounts, mail, mailLimit, mails } = features;
  const readiness = watchReadiness(store, { dataDir: settings.DATA_DIR });
  const place = { databaseUrl: settings.DATABASE_URL, dataDir: settings.DATA_DIR };
  const when = (at: number) => new Date(at).toISOString();

  const overview = async (now: number): Promise<OperatorOverview> => {
    const [health, steps, status, described] = await Promise.all([
      readiness(now),
      features.operating.firstSteps(),
      readStatus(store, settings.DATA_DIR),
      describeStore(store, place),
    ]);
    const {
      freeBytes,
      imagesWaiting,
      noticesWaiting,
      mailsWaiting,
      mailsFailed,
      lastPurge,
      lastBackup,
      pepper,
    } = status;
    const firstSteps = {
      ownPages: settings.ownPages.length === 3,
      ...steps,
      backup: lastBackup !== undefined,
    };
    return {
      ...(Object.values(firstSteps).includes(false) && { firstSteps }),
      ...{ release, node: process.version, store: described, health },
      ...{ freeBytes, imagesWaiting, noticesWaiting, mailsWaiting, mailsFailed },
      isMailFailing: mail.isFailing(),
      nextPurge: when(nextRun(now - process.uptime() * 1000, now)),
      ...(lastPurge !== undefined && { lastPurge: when(lastPurge) }),
      ...(lastBackup !== undefined && { lastBackup: when(lastBackup) }),
      ...{ pepper, limits: limits.described },
    };
  };

  return operatingPages({
    store: features.operating,
    roles: rolesOf(features),
    mails,
    waiting: async () => (await readStatus(store, settings.DATA_DIR)).mailsWaiting,
    overview,
    audit: accounts.audit,
    notify: accountNotices({ accounts, mail, mailLimit, ...naming }).send,
    wake: mail.queue.wake,
  });
}
