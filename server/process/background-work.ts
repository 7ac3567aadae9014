/** Background work: sends mails, fetches images, queues and sends notices, deletes old data. */
import { mainAddresses } from '../accounts/main-addresses.ts';
import type { Features } from '../app/features.ts';
import { refresher } from '../app/programmes.ts';
import { openFinder } from '../finder/open.ts';
import { openSenderIn } from '../app/volunteer-pages.ts';
import { senderOfWebhooks } from '../app/webhooks.ts';
import { followNotifier } from '../follows/notices.ts';
import { fetchingOf, guardedFetcher } from '../http/outgoing/fetch-guarded.ts';
import { imageQueue } from '../images/queue.ts';
import { startNotifier } from '../preregistration/notices.ts';
import { applyRetention, firstRunAfter, runsEvery } from './retention-run.ts';
import { peopleFigures } from '../stats/people-figures.ts';
import { indexRenewal } from '../projects/derived/rebuild-derived.ts';
import { reviewDigest } from '../projects/review/digest.ts';
import { projectSummaries } from '../projects/summaries.ts';
import { mailingWork } from '../volunteers/sending.ts';

const sweepsEvery = 600_000;

/** Starts all background work; the returned function stops it, so that nothing new starts while the service ends. */
export function startBackgroundWork(features: Features): () => void {
  const { settings, store, log, projects } = features;
  const heads = projectSummaries(projects, settings.baseUrl);
  const fetchGuarded = guardedFetcher(fetchingOf(settings));
  const works = [
    indexRenewal(store, log),
    features.mail.queue,
    features.events.acts.queue,
    imageQueue(features.uploading, fetchGuarded, projects.showPicture, log),
    reviewDigest({
      ...features,
      serviceName: settings.SERVICE_NAME,
      baseUrl: settings.baseUrl,
    }),
    startNotifier({
      ...features,
      notices: features.startNotices,
      serviceName: settings.SERVICE_NAME,
      projectOf: async (id, lang) => {
        const head = await heads.shownHead(id, lang);
        return head && { title: head.title, page: `${settings.baseUrl}${head.path}` };
      },
    }),
    followNotifier({
      ...features,
      serviceName: settings.SERVICE_NAME,
      list: `${settings.baseUrl}/me#follows`,
      mainProfile: features.accounts.mainProfile,
      languageOf: features.accounts.languageOf,
      projectOf: async (id, lang) => {
        const project = await heads.shownStatus(id, lang);
        return project && { ...project, page: `${settings.baseUrl}${project.path}` };
      },
    }),
    senderOfWebhooks(features),
    mailingWork({
      ...features.volunteers,
      volunteers: features.volunteers,
      mail: features.mail,
      log,
      serviceName: settings.SERVICE_NAME,
      baseUrl: settings.baseUrl,
      mainAddresses: (accounts) => mainAddresses(store.db, accounts),
      openSender: openSenderIn(features, heads),
    }),
  ];
  for (const work of works) work.start();

  const people = peopleFigures(store, features.events.acts.finish, features.keyed);

  const refresh = refresher(features, openFinder(store, settings.baseUrl));
  const listFound = async (now: number) => {
    for (const programme of await features.programming.programmes.open()) await refresh(programme, now);
  };

  const failed = (what: string) => (error: unknown) =>
    log.error({ err: error }, `${what}; it will be tried again`);

  /** Applies the retention rule, and counts people for Stats, shortly after the start and then every six hours, in one process at a time. */
  const tidy = () =>
    void store
      .alone('retention', async () => {
        await applyRetention(features, Date.now()).catch(failed('the retention rule did not run'));
        await listFound(Date.now()).catch(failed('searches of programmes did not run'));
        await people.refreshAll(Date.now()).catch(failed('people were not counted for Stats'));
      })
      .catch(failed('the retention rule did not run'));
  setTimeout(tidy, firstRunAfter).unref();
  setInterval(tidy, runsEvery).unref();

  // Requests of strangers live for an hour, and not until the retention rule runs.
  setInterval(
    () =>
      void features.oauth.artifacts.sweepRequests(Date.now()).catch(failed('old requests were not deleted')),
    sweepsEvery,
  ).unref();

  return () => {
    for (const work of works) work.stop();
  };
}
