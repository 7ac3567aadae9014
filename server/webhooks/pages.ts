/** `/project/…/webhook`: managers set up the notices to their server, and see which were delivered. */
import { id as idField } from '../../src/contract/fields.ts';
import type { WebhookDeed, WebhookPage } from '../../src/contract/webhook-page.ts';
import { webhookDeeds } from '../../src/contract/webhook-page.ts';
import type { ProjectHead } from '../../src/contract/pages.ts';
import { webUrl } from '../../src/contract/web-url.ts';
import type { Database } from '../db/store.ts';
import type { PageAnswer, PageHandlers, Visit } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { type OwnVisit, signedIn } from '../http/signed-in.ts';
import { countIn, type Window } from '../limits/stored-counts.ts';
import { newToken } from '../secrets.ts';
import { formLine } from '../text/one-line.ts';
import type { DeliveryStore } from './deliveries.ts';
import type { ReceiverHealth } from './health.ts';
import { noticeLine } from './notice-line.ts';
import type { Hook, WebhookStore } from './store.ts';

export type WebhookPages = {
  db: Database;
  webhooks: WebhookStore;
  health: Pick<ReceiverHealth, 'enable'>;
  deliveries: DeliveryStore;
  /** The project of an address, for somebody who manages it, unless it is withheld. */
  managed: (visit: OwnVisit) => Promise<ProjectHead | undefined>;
  /** Hosts that may be reached without encryption, outside production. */
  unencrypted: readonly string[];
  /** Notes in the history of the project that a manager set the address or removed it. */
  note: (projectId: number, says: string, accountId: number, now: number) => Promise<unknown>;
};

/** Test notices and repetitions of one project: our server must not become a tool to flood another one. */
const perHour: Window = { name: 'webhook-tests', max: 30, milliseconds: 3_600_000 };
const longestAddress = 500;
const numberField = idField('the notice');
export function webhookPages(deps: WebhookPages): PageHandlers {
  const { webhooks, deliveries } = deps;

  const found = async (visit: OwnVisit): Promise<ProjectHead> => {
    const project = await deps.managed(visit);
    if (!project) throw new Refusal('no_project', 'There is no project of yours at this address.');
    return project;
  };

  const page = async (
    visit: OwnVisit,
    project: ProjectHead,
    more: Pick<WebhookPage, 'secret' | 'typed' | 'fault'> = {},
  ): Promise<PageAnswer> => {
    const hook = await webhooks.find(project.id);
    const rows = await deliveries.newest(project.id);
    const { done } = visit.query;
    return {
      name: 'webhook',
      title: `Notices to your server: ${project.title}`,
      ...(more.fault !== undefined && { status: 400 }),
      data: {
        ...{ project, form: newToken(), notices: rows.map(noticeLine), ...more },
        ...(hook && { hook: hookOf(hook, visit.now) }),
        ...(typeof done === 'string' && Object.hasOwn(webhookDeeds, done) && { done: done as WebhookDeed }),
      },
    };
  };

  const acts: Record<string, (visit: OwnVisit, project: ProjectHead) => Promise<PageAnswer | WebhookDeed>> = {
    set: setter(deps, page),

    rotate: async (visit, project) => {
      const outcome = await webhooks.rotate(project.id, formIn(visit), visit.now);
      if (outcome === 'sent twice') return page(visit, project, { fault: sentTwice });
      return page(visit, project, outcome && { secret: outcome.secret });
    },

    test: async (visit, project) => {
      const { visitor, now } = visit;
      await count(deps.db, project.id, now);
      const source = `test ${formIn(visit)} ${visitor.accountId}`;
      const data = { project_id: project.id };
      await deliveries.add({ projectId: project.id, kind: 'test', source, at: now, data }, now);
      return 'tested';
    },

    replay: async (visit, project) => {
      const { fields, now } = visit;
      const one = numberField.safeParse(fields['notice']);
      await count(deps.db, project.id, now);
      await deliveries.replay(project.id, one.success ? one.data : 'failed', now);
      return 'replayed';
    },

    enable: async (_visit, project) => {
      await deps.health.enable(project.id);
      return 'enabled';
    },

    remove: async ({ visitor, now }, project) => {
      if (await webhooks.find(project.id)) await deps.note(project.id, 'nowhere', visitor.accountId, now);
      await webhooks.remove(project.id);
      return 'removed';
    },
  };

  return {
    'GET /project/:project/webhook': signedIn(async (visit) => page(visit, await found(visit))),

    'POST /project/:project/webhook': signedIn(async (visit) => {
      const project = await found(visit);
      const act = acts[String(visit.fields['act'])];
      if (!act) throw incomplete();
      const answer = await act(visit, project);
      return typeof answer === 'string' ? { to: `${project.path}/webhook?done=${answer}` } : answer;
    }, '/me'),
  };
}

type ShowWebhook = (
  visit: OwnVisit,
  project: ProjectHead,
  more?: Pick<WebhookPage, 'secret' | 'typed' | 'fault'>,
) => Promise<PageAnswer>;

/** Sets the address up, or changes it. */
const setter =
  ({ webhooks, note, unencrypted }: WebhookPages, page: ShowWebhook) =>
  async (visit: OwnVisit, project: ProjectHead): Promise<PageAnswer | WebhookDeed> => {
    const { fields, visitor, now } = visit;
    const given = formLine(fields['address']);
    const typed = typeof given === 'string' ? given.trim() : '';
    const form = formIn(visit);
    const url = typed.length <= longestAddress ? webUrl(typed) : undefined;
    const isGood =
      url !== undefined &&
      (url.protocol === 'https:' || unencrypted.includes(url.host)) &&
      url.username === '' &&
      url.password === '' &&
      (url.port === '' || unencrypted.includes(url.host));
    if (!isGood)
      return page(visit, project, {
        typed: typed.slice(0, longestAddress),
        fault: `Type the address of your program, like https://example.org/hooks: with https, on its usual port, without a password, at most ${longestAddress} characters.`,
      });
    const secret = await webhooks.make(project.id, url.href, form, now);
    if (secret !== undefined) {
      await note(project.id, url.host, visitor.accountId, now);
      return page(visit, project, { secret });
    }
    const hook = await webhooks.find(project.id);
    if (hook?.form === form) return page(visit, project, { fault: sentTwice });
    if (hook?.address !== url.href) {
      await webhooks.move(project.id, url.href);
      await note(project.id, url.host, visitor.accountId, now);
    }
    return 'changed';
  };

const sentTwice =
  'This form was sent twice: the secret was made the first time, and was shown then only. If you did not copy it, replace it.';

const incomplete = () => new Refusal('invalid', 'This form is not complete; open the page again.');

function formIn({ fields }: Visit): string {
  const form = fields['form'];
  if (typeof form !== 'string' || !/^[\w-]{43}$/.test(form)) throw incomplete();
  return form;
}

async function count(db: Database, projectId: number, now: number): Promise<void> {
  const full = await db
    .transaction()
    .execute((trx) => countIn(trx, [{ window: perHour, subject: String(projectId) }], now));
  if (full)
    throw new Refusal('too_many', `At most ${perHour.max} notices an hour can be sent from this page.`, {
      retryAfter: full.retryAfter,
    });
}

const iso = (time: number) => new Date(Number(time)).toISOString();

function hookOf(hook: Hook, now: number): NonNullable<WebhookPage['hook']> {
  const { address, former, created_at, failing_since, ended_at, ended_why } = hook;
  return {
    ...{ address, since: iso(created_at) },
    ...(failing_since !== null && { failingSince: iso(failing_since) }),
    ...(ended_at !== null && { ended: { at: iso(ended_at), why: ended_why ?? 'failing' } }),
    ...(former && former.until > now && { formerUntil: iso(former.until) }),
  };
}
