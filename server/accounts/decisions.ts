/** The decisions of a person on their account page: credit by project, which sites may credit, and whether others cause mail. */
import type { NamedIn } from '../projects/named-in.ts';
import type { AccountPage, CreditedProject } from '../../src/contract/pages/account.ts';
import { accountPath } from '../../src/contract/pages/account.ts';
import type { AuthorizedSite } from '../../src/contract/pages/authorize.ts';
import type { ParticipantsProject } from '../../src/contract/pages/me.ts';
import type { ProjectHead } from '../../src/contract/pages.ts';
import { id } from '../../src/contract/fields/kinds.ts';
import { type Database, isAway } from '../db/store.ts';
import type { Owner } from '../events/removals.ts';
import type { EventStore } from '../events/store.ts';
import type { GrantTables } from '../grants/schema.ts';
import { paged } from '../http/paged.ts';
import type { PageHandlers, Visit } from '../http/pages.ts';
import { incomplete } from '../http/bodies/form-fields.ts';
import { type OwnVisit, signedIn } from '../http/signed-in.ts';
import type { MailBlocks } from '../mail/choices.ts';
import { isOpen, type VisibilityColumns } from '../projects/visibility.ts';
import { isLanguage } from '../text/languages.ts';
import type { ShownRow } from '../volunteers/choices.ts';
import { participationOf } from './contributions/participation.ts';
import type { AccountStore } from './store.ts';

/** The permissions that a person gave to sites, of another feature. */
type OwnGrants = {
  ofProfiles: (profileIds: number[], now: number) => Promise<GrantRow[]>;
  revoke: (grantId: number, now: number) => Promise<unknown>;
};
type GrantRow = Pick<VisibilityColumns, 'state' | 'is_withheld'> &
  Pick<GrantTables['grants'], 'grant_id' | 'project_id' | 'origin' | 'how' | 'used_at' | 'expires_at'> & {
    name: string;
  };

export type Decisions = {
  db: Database;
  accounts: AccountStore;
  events: Pick<EventStore, 'optIn' | 'optOut'>;
  grants: OwnGrants;
  mailBlocks: MailBlocks;
  headOf: (projectId: number, name: string) => ProjectHead;
  namedIn: NamedIn;
  /** The sites that the person authorized by OAuth. */
  sitesOf: (accountId: number) => Promise<AuthorizedSite[]>;
  /** The person as the managers of each project see them. */
  shownOf: (accountId: number, now: number) => Promise<ShownRow[]>;
};

/** Rows of one page of each list. */
const sizes = { projects: 10, grants: 20 };

const projectId = id('the project');

export function projectIn(value: unknown): number {
  const project = projectId.safeParse(value);
  if (!project.success) throw incomplete();
  return project.data;
}

/** A project that is withheld or not published has no name here either; the history is the person's. */
export const shownHead =
  (headOf: Decisions['headOf']) =>
  ({ project_id: of, name }: { project_id: number; name: string }, mayName: boolean): ParticipantsProject =>
    mayName ? headOf(of, name) : { id: of, title: '' };

/** Makes handlers of the forms on a page: each does its act for every profile of the person, and shows the page again. */
export const forEachProfile =
  (accounts: Pick<AccountStore, 'profiles'>, page: string) =>
  (
    change: (owner: Owner, project: number, visit: Visit) => Promise<unknown>,
    back: (fields: Visit['fields']) => string = () => page,
  ) =>
    signedIn(async (visit) => {
      const { visitor, fields } = visit;
      const { accountId } = visitor;
      const project = projectIn(fields['project_id']);
      for (const profileId of await accounts.profiles(accountId))
        await change({ accountId, profileId }, project, visit);
      return { to: back(fields) };
    }, page);

/** The row of the project in the list where the form was, on the same page of the list. */
function toRow({ project_id, projects }: Visit['fields']): string {
  const page = /^\d{1,6}$/.test(projects ?? '') ? projects : '1';
  return `${accountPath}?projects=${page}#credit-${projectIn(project_id)}`;
}

export function decisionForms({ accounts, events, grants, mailBlocks }: Decisions): PageHandlers {
  const act = forEachProfile(accounts, accountPath);
  return {
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
      return { to: `${accountPath}?open=mail#mail` };
    }, accountPath),

    // Any other value is the choice of having none: mails are in the language in which the person uses the site.
    'POST /me/mail/language': signedIn(async ({ visitor, fields: { language } }) => {
      await accounts.setMailLanguage(visitor.accountId, isLanguage(language) ? language : undefined);
      return { to: `${accountPath}?open=mail#mail` };
    }, accountPath),

    'POST /me/grants/revoke': signedIn(async ({ visitor, fields, now }) => {
      const theirs = await grants.ofProfiles(await accounts.profiles(visitor.accountId), now);
      const grant = theirs.find((row) => String(row.grant_id) === fields['id']);
      if (grant) await grants.revoke(grant.grant_id, now);
      return { to: `${accountPath}?grants=1#grants` };
    }, accountPath),
  };
}

type Decided = Pick<AccountPage, 'projects' | 'grants' | 'sites' | 'mailLanguage'>;

/** Their projects; undefined while the database of one of them is away, which keeps no other part from being used. */
async function creditedProjects(
  { db, headOf, shownOf }: Decisions,
  { visitor: { accountId, name }, now }: OwnVisit,
  profiles: number[],
): Promise<CreditedProject[] | undefined> {
  try {
    const participation = await participationOf(db, profiles);
    const seen = Map.groupBy(await shownOf(accountId, now), ({ project_id }) => project_id);
    return participation
      .filter(({ isUnclaimed }) => !isUnclaimed)
      .map((row) => ({
        project: shownHead(headOf)(row, row.isOpen),
        events: row.events,
        optedOut: row.isOptedOut,
        ...seenAs(seen.get(row.project_id) ?? [], name),
      }));
  } catch (error) {
    if (isAway(error)) return undefined;
    throw error;
  }
}

/** The decisions of the person so far. */
export async function decisionsOf(decisions: Decisions, visit: OwnVisit): Promise<Decided> {
  const { accounts, grants, headOf, sitesOf } = decisions;
  const { visitor, query, now } = visit;
  const { accountId } = visitor;
  const profiles = await accounts.profiles(accountId);
  const headFor = shownHead(headOf);
  const projects = await creditedProjects(decisions, visit, profiles);
  const mailLanguage = await accounts.chosenMailLanguage(accountId);
  const granted = profiles.length === 0 ? [] : await grants.ofProfiles(profiles, now);
  const sites = granted.map((row) => ({
    id: row.grant_id,
    project: headFor(row, isOpen(row)),
    origin: row.origin,
    how: row.how,
    used: new Date(row.used_at).toISOString(),
    expires: new Date(row.expires_at).toISOString(),
  }));
  return {
    projects: projects && paged(projects, query['projects'], sizes.projects),
    grants: paged(sites, query['grants'], sizes.grants),
    sites: await sitesOf(accountId),
    ...(mailLanguage !== undefined && { mailLanguage }),
  };
}

/** The name under which managers see a person; empty until the list of the next day. */
function seenAs(rows: ShownRow[], name: string): Pick<CreditedProject, 'seenAs'> {
  const listed = rows.find(({ is_listed }) => is_listed === 1);
  if (!listed) return {};
  return { seenAs: (listed.shows_name === 1 && name) || (listed.pseudonym ?? '') };
}
