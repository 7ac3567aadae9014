/** Background work: fetches images, sends notices, deletes old data. */
import { expire } from './accounts/expiry.ts';
import { forgetCounts } from './limits/shared-rates.ts';
import { purge } from './events/retention.ts';
import type { Features } from './app/features.ts';
import { followNotifier } from './follows/notices.ts';
import { fetchingOf, guardedFetcher } from './http/fetch-guarded.ts';
import { imageQueue } from './images/queue.ts';
import { startNotifier } from './preregistration/notices.ts';
import { notePurge } from './status.ts';
import { projectHeads } from './projects/summaries.ts';

/** Starts all background work; the returned function stops it, so that nothing new starts while the service ends. */
export function startBackgroundWork(features: Features): () => void {
  const { settings, store, log, projects, images } = features;
  const heads = projectHeads(projects, settings.baseUrl);
  const fetchGuarded = guardedFetcher(fetchingOf(settings));
  const works = [
    imageQueue(images, fetchGuarded, projects.showPicture, log),
    startNotifier({
      ...features,
      notices: features.startNotices,
      serviceName: settings.SERVICE_NAME,
      projectOf: async (id) => {
        const head = await heads.shownHead(id);
        return head && { title: head.title, page: `${settings.baseUrl}${head.path}` };
      },
    }),
    followNotifier({
      ...features,
      serviceName: settings.SERVICE_NAME,
      list: `${settings.baseUrl}/me#follows`,
      mainAddress: async (id) => (await features.accounts.mainProfile(id))?.address,
      projectOf: async (id) => {
        const project = await heads.shownStatus(id);
        return project && { ...project, page: `${settings.baseUrl}${project.path}` };
      },
    }),
  ];
  for (const work of works) work.start();

  /** Applies the retention rule, shortly after the start and then every six hours. */
  const tidy = () =>
    void Promise.all([
      purge(store.db, settings.ANONYMOUS_RETENTION_DAYS, Date.now()),
      expire(store.db, Date.now()),
      forgetCounts(store.db, Date.now()),
      images.sweep(Date.now()),
      features.oauth.artifacts.sweep(Date.now()),
      features.oauth.signingKeys.rotate(Date.now()),
      features.startNotices.sweep(Date.now()),
      features.drafts.sweep(Date.now()),
      features.widgets.saved.sweep(Date.now()),
      features.signedLinks.sweep(Date.now()),
    ])
      .then(() => notePurge(store.db, Date.now()))
      .catch((error: unknown) =>
        log.error({ err: error }, 'the retention rule did not run; it will be tried again'),
      );
  setTimeout(tidy, 60_000).unref();
  setInterval(tidy, 6 * 3_600_000).unref();

  return () => {
    for (const work of works) work.stop();
  };
}
