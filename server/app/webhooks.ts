/** Notices to owners' servers, with what they need of the other features. */
import { fetchingOf } from '../http/outgoing/fetch-guarded.ts';
import type { PageHandlers } from '../http/pages.ts';
import { guardedPoster } from '../http/outgoing/post-guarded.ts';
import { managedHead, managedProject } from '../projects/managed.ts';
import { sentByHand } from '../webhooks/by-hand.ts';
import { peopleRounding } from '../stats/disclosure.ts';
import { dueNotices } from '../webhooks/due-notices.ts';
import { programmeScope } from '../programmes/figures.ts';
import { projectInMail } from '../text/foreign-words.ts';
import { endMail } from '../webhooks/end-mail.ts';
import { receiverHealth } from '../webhooks/health.ts';
import { webhookPages } from '../webhooks/pages.ts';
import { webhookSender } from '../webhooks/send.ts';
import type { Features } from './features.ts';

export function pagesOfWebhooks({ store, settings, projects, webhooks, deliveries }: Features): PageHandlers {
  return webhookPages({
    webhooks,
    deliveries,
    health: receiverHealth(store.db),
    byHand: sentByHand(store.db, deliveries),
    managed: async (visit) => {
      const row = await managedProject(projects)(visit);
      return row && managedHead(row);
    },
    unencrypted: fetchingOf(settings).from,
    lastNote: async (id) => (await projects.acts(id)).find(({ act }) => act === 'webhook'),
    note: (id, note, accountId, now) => projects.addAct(id, { act: 'webhook', note, accountId }, now),
  });
}

export function senderOfWebhooks({ store, settings, log, ...features }: Features) {
  const { projects, managing, accounts, mail, webhooks, deliveries } = features;
  const pageOf = (id: number) => `${settings.baseUrl}/project/${id}`;
  return webhookSender({
    webhooks,
    deliveries,
    log,
    health: receiverHealth(store.db),
    byHand: sentByHand(store.db, deliveries),
    findDue: dueNotices({
      db: store.db,
      deliveries,
      pageOf,
      roundingFor: (id) => peopleRounding(features.keyed, id),
      roundingForProgramme: (id) => peopleRounding(features.keyed, programmeScope(id)),
    }),
    post: guardedPoster(fetchingOf(settings)),
    reportEnd: async (id, why, trx) => {
      const row = await projects.row(id);
      if (!row) return;
      const project = projectInMail({ id, title: row.name, isReviewed: row.state === 'published' });
      const about = {
        project,
        why,
        page: `${pageOf(id)}/webhook`,
        serviceName: settings.SERVICE_NAME,
      };
      for (const { account_id } of (await managing.of({ kind: 'project', id })).filter(
        ({ is_owner }) => is_owner === 1,
      )) {
        const to = (await accounts.mainProfile(account_id))?.address;
        if (!to) continue;
        const text = endMail(to, about, await mail.languageFor(to));
        await mail.sendLater({ kind: 'notice', isOwn: true, mail: text }, trx);
      }
    },
  });
}
