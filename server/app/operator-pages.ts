/** The operator's pages, with what they read of each feature. */
import { version as release } from '../../package.json' with { type: 'json' };
import type { OperatorOverview } from '../../src/contract/pages/operator.ts';
import { accountNotices } from '../accounts/notices.ts';
import { describeStore } from '../db/describe.ts';
import { watchReadiness } from '../db/readiness.ts';
import { placeOf } from '../db/store.ts';
import type { PageHandlers } from '../http/pages.ts';
import { operatorKeyPages } from '../keys/operator-pages.ts';
import { sendTestMail } from '../mail/test-mail.ts';
import { operatingPages } from '../operating/pages.ts';
import { storePages } from '../operating/store-pages.ts';
import { importPages } from '../projects/imports/pages.ts';
import { inventoryReader } from '../projects/imports/read-apart.ts';
import { operatorManagingPages } from '../projects/managing/operator-pages.ts';
import { operatorProjectPages } from '../projects/operator-pages.ts';
import { applyRetention, nextRun } from '../process/retention-run.ts';
import { readStatus } from '../operating/status.ts';
import { decidingOf } from './deciding.ts';
import { smtpOf } from './features.ts';
import { rolesOf } from './roles.ts';
import { storeActs } from './store-acts.ts';
import type { Surfaces } from './surfaces.ts';

export function pagesOfOperators(surfaces: Surfaces): PageHandlers {
  const { features, naming } = surfaces;
  const { store, settings, accounts, mail, mailLimit, mails } = features;
  const place = placeOf(settings);
  const purge = async (now: number) => {
    const done = await store.alone('retention', () => applyRetention(features, now));
    if (!done) return undefined;
    const { events, profiles, unconfirmed, ended } = done;
    return { events, profiles, accounts: unconfirmed + ended };
  };
  const notify = accountNotices({ accounts, mail, mailLimit, ...naming }).sendOfOthers;
  const { audit } = accounts;
  const smtp = smtpOf(settings);

  return {
    ...storePages({
      ...storeActs(features),
      described: () => describeStore(store, place),
      purge,
      lastPurge: async () => (await readStatus(store, settings.DATA_DIR)).lastPurge,
      audit,
    }),
    ...operatorKeyPages({
      keys: features.keys,
      ownKeys: features.ownKeys,
      audit,
      notify,
      accountOf: features.membership.accountOf,
      personOf: async (id) => {
        const main = (await accounts.mainProfile(id))?.address;
        return main === undefined
          ? undefined
          : { name: (await accounts.names(id))?.handle ?? '', address: main };
      },
    }),
    ...operatorProjectPages({
      projects: features.projects,
      audit,
      testsOf: features.events.testsOf,
      deciding: decidingOf(features),
      managersOf: (id) => features.managing.of({ kind: 'project', id }),
      mainAddress: async (id) => (await accounts.mainProfile(id))?.address,
    }),
    ...operatorManagingPages({
      projects: features.projects,
      audit,
      join: features.membership.join,
      endManaging: (id, accountId, by, now) =>
        features.managing.remove({ kind: 'project', id }, accountId, { operator: by }, now),
    }),
    ...operatingPages({
      store: features.operating,
      roles: rolesOf(features),
      mails,
      waiting: async () => (await readStatus(store, settings.DATA_DIR)).mailsWaiting,
      overview: overviewOf(surfaces),
      audit,
      notify,
      wake: mail.queue.wake,
      countMail: async (address, { ip, now }) => {
        const { uncount } = await mailLimit({ purpose: 'test', address, ip }, now);
        return () => uncount('unreachable');
      },
      tryMail: smtp && ((to) => sendTestMail(smtp, to, settings.SERVICE_NAME)),
    }),
  };
}

/** The state of the service, for the first page. */
function overviewOf({ features, limits }: Surfaces) {
  const { store, settings, mail } = features;
  const readiness = watchReadiness(store, { dataDir: settings.DATA_DIR });
  const when = (at: number) => new Date(at).toISOString();
  return async (now: number): Promise<OperatorOverview> => {
    const [{ state: health }, steps, status, described] = await Promise.all([
      readiness(),
      features.operating.firstSteps(),
      readStatus(store, settings.DATA_DIR),
      describeStore(store, placeOf(settings)),
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
      release,
      node: process.version,
      store: described,
      health,
      freeBytes,
      imagesWaiting,
      noticesWaiting,
      mailsWaiting,
      mailsFailed,
      isMailFailing: mail.isFailing(),
      nextPurge: when(nextRun(now - process.uptime() * 1000, now)),
      ...(lastPurge !== undefined && { lastPurge: when(lastPurge) }),
      ...(lastBackup !== undefined && { lastBackup: when(lastBackup) }),
      pepper,
      limits: limits.described,
    };
  };
}

/** Mounted with the longer forms: an inventory has the size of many projects. */
export const importPagesOf = ({ features }: Surfaces): PageHandlers =>
  importPages({
    readApart: inventoryReader(),
    importProjects: features.importProjects,
    join: features.membership.join,
    dropPublishedTests: features.events.dropPublishedTests,
    audit: features.accounts.audit,
  });
