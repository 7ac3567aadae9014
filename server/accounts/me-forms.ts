/** The forms of the participant's own page: what they do, for each of the person's profiles. */
import type { ParticipantsShare } from '../../src/contract/me-page.ts';
import { id, wholeNumber } from '../../src/contract/fields.ts';
import type { Owner, Removable } from '../events/removals.ts';
import type { PageHandlers, Visit } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { signedIn } from '../http/signed-in.ts';
import { isLanguage } from '../languages.ts';
import type { MePages } from './me-pages.ts';
import { type ProjectParticipation, participationOf } from './participation.ts';

const projectId = id('the project');
const moment = wholeNumber('a moment in milliseconds since 1970', 0, Number.MAX_SAFE_INTEGER);

const incomplete = () => new Refusal('invalid', 'This form is not complete; open the page again.');

function projectIn(given: unknown): number {
  const project = projectId.safeParse(given);
  if (!project.success) throw incomplete();
  return project.data;
}

function momentIn(given: unknown): number {
  const read = moment.safeParse(given);
  if (!read.success) throw incomplete();
  return read.data;
}

/** The row of the project in the list where the form was, on the same page of the list. */
function toRow({ project_id, projects }: Visit['fields']): string {
  const page = typeof projects === 'string' && /^\d{1,6}$/.test(projects) ? `?projects=${projects}` : '';
  return `/me${page}#credit-${projectIn(project_id)}`;
}

export function meForms(
  { store, accounts, events, grants, mailBlocks }: MePages,
  shareOf: (row: ProjectParticipation) => ParticipantsShare,
): PageHandlers {
  /** Does a form's act for each profile of the person, and shows the page again, where the act shows. */
  const act = (
    change: (owner: Owner, project: number, visit: Visit) => Promise<unknown>,
    back: (fields: Visit['fields']) => string = () => '/me',
  ) =>
    signedIn(async (visit) => {
      const { visitor, fields } = visit;
      const { accountId } = visitor;
      const project = projectIn(fields['project_id']);
      for (const profileId of await accounts.profiles(accountId))
        await change({ accountId, profileId }, project, visit);
      return { to: back(fields) };
    }, '/me');

  /** Asks first, with the number: a page of its own, so that it needs no script. */
  const ask = (which: Removable) =>
    signedIn(async (visit) => {
      const project = projectIn(visit.query['project_id']);
      const profiles = await accounts.profiles(visit.visitor.accountId);
      const all = profiles.length === 0 ? [] : await participationOf(store.db, profiles);
      const found = all.find(
        (row) => row.project_id === project && row.isUnclaimed === (which === 'unclaimed') && row.events > 0,
      );
      if (!found) return { to: '/me' };
      return {
        name: 'me-remove' as const,
        title: 'Remove contributions',
        data: { ...shareOf(found), which, before: visit.now },
      };
    });

  /** Removes at most the contributions that the page which asked had counted. */
  const remove = (which: Removable) =>
    act(({ accountId, profileId }, project, { fields, now }) => {
      const before = fields['before'] === undefined ? now : Math.min(momentIn(fields['before']), now);
      return events.remove({ accountId, profileId }, project, which, before, now);
    });

  return {
    'POST /me/claim': act(({ profileId }, project, { now }) => events.claim(project, profileId, now)),

    'GET /me/remove': ask('credited'),
    'POST /me/remove': remove('credited'),
    'GET /me/disclaim': ask('unclaimed'),
    'POST /me/disclaim': remove('unclaimed'),
    'POST /me/restore': act((owner, project, { fields, now }) =>
      events.restore(owner, project, momentIn(fields['removed_at']), now),
    ),

    // Past contributions stay; those that are being recorded at this moment are no longer credited.
    'POST /me/opt-out': act(
      ({ profileId }, project, { now }) => events.optOut(project, profileId, now, now),
      toRow,
    ),
    'POST /me/opt-in': act(({ profileId }, project) => events.optIn(project, profileId), toRow),

    'POST /me/mail': signedIn(async ({ visitor, fields, now }) => {
      const own = await accounts.addresses(visitor.accountId);
      const which = own.find(({ address }) => address === fields['address']);
      if (which && fields['mail'] === 'never') await mailBlocks.add(which.address, now);
      if (which && fields['mail'] === 'again') await mailBlocks.remove(which.address);
      return { to: '/me#mail' };
    }, '/me'),

    // Any other value is the choice of having none: mails are in the language in which the person uses the site.
    'POST /me/mail/language': signedIn(async ({ visitor, fields: { language } }) => {
      await accounts.setMailLanguage(visitor.accountId, isLanguage(language) ? language : undefined);
      return { to: '/me#mail' };
    }, '/me'),

    'POST /me/grants/revoke': signedIn(async ({ visitor, fields, now }) => {
      const theirs = await grants.ofProfiles(await accounts.profiles(visitor.accountId), now);
      const grant = theirs.find((row) => String(row.grant_id) === fields['id']);
      if (grant) await grants.revoke(grant.grant_id, now);
      return { to: '/me#grants' };
    }, '/me'),
  };
}
