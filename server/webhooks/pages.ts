/** `/project/…/webhook`: managers set up the notices to their server, and see which were delivered. */
import { id as idField } from '../../src/contract/fields/kinds.ts';
import { ownEntry } from '../../src/contract/fields/own-entry.ts';
import type { WebhookDeed, WebhookPage } from '../../src/contract/pages/webhooks.ts';
import { webhookDeeds } from '../../src/contract/pages/webhooks.ts';
import type { ProjectHead } from '../../src/contract/pages.ts';
import { webUrl } from '../../src/contract/fields/web-url.ts';
import type { PageAnswer, PageHandlers, Visit } from '../http/pages.ts';
import { ChangedMeanwhile } from '../http/changed-meanwhile.ts';
import { formIn, incomplete } from '../http/bodies/form-fields.ts';
import { Refusal } from '../http/refusal.ts';
import { type OwnVisit, signedIn } from '../http/signed-in.ts';
import { keepsText } from '../http/signed-out.ts';
import { formatInstant } from '../text/languages.ts';
import { newToken } from '../secrets/secrets.ts';
import { formLine } from '../text/one-line.ts';
import type { ByHand } from './by-hand.ts';
import type { DeliveryStore } from './deliveries.ts';
import type { ReceiverHealth } from './health.ts';
import { noticeLine } from './notice-line.ts';
import { type Hook, OtherSettings, type WebhookStore } from './store.ts';

export type WebhookPages = {
  webhooks: WebhookStore;
  health: Pick<ReceiverHealth, 'enable'>;
  deliveries: Pick<DeliveryStore, 'newest'>;
  byHand: Pick<ByHand, 'test' | 'replay'>;
  /** The project of an address, for somebody who manages it, unless it is withheld. */
  managed: (visit: OwnVisit) => Promise<ProjectHead | undefined>;
  /** Hosts that may be reached without encryption, outside production. */
  unencrypted: readonly string[];
  /** Notes in the history of the project that a manager set the address or removed it. */
  note: (projectId: number, says: string, accountId: number, now: number) => Promise<unknown>;
  /** The last of these notes: when, and whose. */
  lastNote: (projectId: number) => Promise<{ at: number; name: string | null } | undefined>;
};

const longestAddress = 500;
const numberField = idField('the notice');
export function webhookPages(deps: WebhookPages): PageHandlers {
  const { webhooks, deliveries, byHand } = deps;

  const projectOf = async (visit: OwnVisit): Promise<ProjectHead> => {
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
      title: `Webhooks: ${project.title}`,
      ...(more.fault !== undefined && { status: 400 }),
      data: {
        project,
        form: newToken(),
        notices: rows.map(noticeLine),
        ...more,
        ...(hook && { hook: hookOf(hook, visit.now) }),
        ...(done !== undefined && Object.hasOwn(webhookDeeds, done) && { done: done as WebhookDeed }),
      },
    };
  };

  const told = tellOfOthers(deps, page);

  const acts: Record<string, (visit: OwnVisit, project: ProjectHead) => Promise<PageAnswer | WebhookDeed>> = {
    set: setter(deps, page),

    rotate: async (visit, project) => {
      const { visitor, now } = visit;
      const secret = await webhooks.rotate(project.id, seenIn(visit), formIn(visit), now);
      await deps.note(project.id, 'a new secret', visitor.accountId, now);
      return page(visit, project, { secret });
    },

    test: async (visit, project) => {
      const { visitor, now } = visit;
      await byHand.test(project.id, `${formIn(visit)} ${visitor.accountId}`, now);
      return 'tested';
    },

    replay: async (visit, project) => {
      const { fields, now } = visit;
      const one = numberField.safeParse(fields['notice']);
      await byHand.replay(project.id, one.success ? one.data : 'failed', now);
      return 'replayed';
    },

    enable: async (_visit, project) => {
      await deps.health.enable(project.id);
      return 'enabled';
    },

    remove: async (visit, project) => {
      const { visitor, now } = visit;
      if (!(await webhooks.find(project.id))) return 'removed';
      await webhooks.remove(project.id, seenIn(visit));
      await deps.note(project.id, 'nowhere', visitor.accountId, now);
      return 'removed';
    },
  };

  return {
    'GET /project/:project/webhook': signedIn(async (visit) => page(visit, await projectOf(visit))),

    'POST /project/:project/webhook': keepsText(
      signedIn(async (visit) => {
        const project = await projectOf(visit);
        const act = ownEntry(acts, visit.fields['act']);
        if (!act) throw incomplete();
        const answer = await act(visit, project).catch((error: unknown) => {
          if (error instanceof OtherSettings) return told(visit, project);
          throw error;
        });
        return typeof answer === 'string' ? { to: `${project.path}/webhook?done=${answer}` } : answer;
      }, '/me'),
    ),
  };
}

type ShowWebhook = (
  visit: OwnVisit,
  project: ProjectHead,
  more?: Pick<WebhookPage, 'secret' | 'typed' | 'fault'>,
) => Promise<PageAnswer>;

/** Answers a form about settings that are others by now: it was sent twice, or another manager was faster. */
const tellOfOthers =
  ({ webhooks, lastNote }: WebhookPages, page: ShowWebhook) =>
  async (visit: OwnVisit, project: ProjectHead): Promise<PageAnswer> => {
    const hook = await webhooks.find(project.id);
    if (hook !== undefined && hook.form === visit.fields['form'])
      return page(visit, project, { fault: sentTwice });
    const last = await lastNote(project.id);
    const who = last && `${last.name ?? 'A former manager'} set them on ${formatInstant(last.at, 'en')}.`;
    throw new ChangedMeanwhile({
      says: `These settings are others by now. ${who ?? ''}`,
      to: `${project.path}/webhook`,
    });
  };

/** Sets the address up, or changes it. */
const setter =
  ({ webhooks, note, unencrypted }: WebhookPages, page: ShowWebhook) =>
  async (visit: OwnVisit, project: ProjectHead): Promise<PageAnswer | WebhookDeed> => {
    const { fields, visitor, now } = visit;
    const text = formLine(fields['address'] ?? '');
    const typed = typeof text === 'string' ? text.trim() : '';
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
      await webhooks.move(project.id, url.href, seenIn(visit));
      await note(project.id, url.host, visitor.accountId, now);
    }
    return 'changed';
  };

const sentTwice =
  'This form was sent twice: the secret was made the first time, and was shown then only. If you did not copy it, replace it.';

/** The settings that the form showed. */
const seenIn = ({ fields }: Visit): string | undefined =>
  typeof fields['version'] === 'string' ? fields['version'] : undefined;

const iso = (time: number) => new Date(Number(time)).toISOString();

function hookOf(hook: Hook, now: number): NonNullable<WebhookPage['hook']> {
  const { address, movedTo, version, former, created_at, failing_since, ended_at, ended_why } = hook;
  return {
    address,
    version,
    since: iso(created_at),
    ...(movedTo !== undefined && { movedTo }),
    ...(failing_since !== null && { failingSince: iso(failing_since) }),
    ...(ended_at !== null && { ended: { at: iso(ended_at), why: ended_why ?? 'failing' } }),
    ...(former && former.until > now && { formerUntil: iso(former.until) }),
  };
}
