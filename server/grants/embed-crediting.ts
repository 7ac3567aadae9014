/** A page's actions with a grant: credits contributions, proves whose they are, and undoes both. */
import type { SiteApi } from '../../src/contract/site.ts';
import { aheadFaults, dayLong } from '../text/day.ts';
import type { Facts } from '../http/facts.ts';
import type { Handlers } from '../http/mount.ts';
import { badField, refuse, Refusal } from '../http/refusal.ts';
import type { Undoer } from '../events/ties.ts';
import type { EmbedDeps } from './deps.ts';
import type { EmbedPage } from './embed-page.ts';
import { embedGroups } from './embed-groups.ts';

/** Milliseconds in which a page may undo its own reports. */
const undoable = dayLong;

type Crediting = Pick<
  Handlers<SiteApi>,
  | 'POST /embed/group'
  | 'POST /embed/record'
  | 'POST /embed/assertion'
  | 'POST /embed/undo'
  | 'POST /embed/decline'
  | 'POST /embed/forget'
>;

type SaidByPage = { project_id: number; grant?: string | undefined; participant?: string | undefined };
/** The profile that a page speaks for; without a `grantId` by a participant token. */
type PersonOfPage = { profileId: number; grantId: number | undefined };

/** How a page takes a contribution back. */
function takingBack(
  { grants, events, tokens, recording }: EmbedDeps,
  { mustBeAt, mayGrant }: Pick<EmbedPage, 'mustBeAt' | 'mayGrant'>,
) {
  const byGrant = async ({ project_id, grant }: SaidByPage, { origin, now }: Facts) => {
    const holder =
      grant !== undefined && origin !== undefined && (await grants.find(grant, project_id, origin, now));
    return holder ? { profileId: holder.profileId, grantId: holder.grantId } : undefined;
  };

  /**
   * The profile whose contribution is to be undone, by a grant of this page or by a participant token. A grant may undo
   * while its project is withheld, too, because it is the participant's; the token is the owner's.
   */
  const whose = async (message: SaidByPage, facts: Facts): Promise<PersonOfPage> => {
    const granted = await byGrant(message, facts);
    if (granted) return granted;
    const { projectId } = await mustBeAt(message.project_id, facts);
    if (message.grant !== undefined) throw grantGone();
    if (message.participant === undefined) throw badField('grant', 'or participant is required');
    const participant = tokens.read(message.participant, projectId, facts.now);
    if (!participant)
      throw new Refusal('token_gone', 'This participant_token is not valid here, or older than an hour.');
    return { profileId: participant.profileId, grantId: undefined };
  };

  /** The contribution with a number of the page's, or of the owner's. */
  const named = async (project_id: number, event_id: string, { profileId, grantId }: PersonOfPage) =>
    events.ofSubmission(
      project_id,
      grantId === undefined
        ? recording.ownersDigest(project_id, event_id)
        : recording.participantsDigest(project_id, profileId, event_id),
    );

  /** Unties a contribution: a grant names reports of its page, a token those of the owner's server; without a number, the latest. Returns its event. */
  const takeOff = async (
    { project_id, event_id }: { project_id: number; event_id?: string | undefined },
    person: PersonOfPage,
    now: number,
    by?: Undoer,
  ) => {
    const since = now - undoable;
    const { profileId } = person;
    const eventId = event_id && (await named(project_id, event_id, person));
    if (event_id && !eventId) return undefined;
    const which = eventId ? { eventId, since } : { latestSince: since };
    return (await events.untie(project_id, profileId, which, now, by))[0];
  };

  /** Ties again what a participant token untied: the contribution with that number, or the last one. */
  const putBack = async (
    { project_id, event_id }: { project_id: number; event_id?: string | undefined },
    person: PersonOfPage,
    now: number,
  ) => {
    const { profileId } = person;
    const undone = { by: 'token', now } as const;
    const eventId = await (event_id
      ? named(project_id, event_id, person)
      : events.lastUndone(project_id, profileId, undone));
    if (eventId) await events.tieAgain(project_id, profileId, eventId, undefined, undone);
  };

  /**
   * Everyone for whom a page says no: the person of its grant, and that of its token, whose profile may be another. One
   * of the two is enough.
   */
  const whoDeclines = async (message: SaidByPage, facts: Facts) => {
    const { project_id, participant } = message;
    const granted = await byGrant(message, facts);
    const isHere = participant !== undefined && (await mayGrant(project_id, facts.origin));
    const token = isHere ? tokens.read(participant, project_id, facts.now) : undefined;
    const named: PersonOfPage | undefined = token && { profileId: token.profileId, grantId: undefined };
    if (granted || named) return { granted, named };
    return { granted: await whose(message, facts), named };
  };

  return { whose, whoDeclines, takeOff, putBack };
}

export function embedCrediting(deps: EmbedDeps, page: EmbedPage): Crediting {
  const { grants, events, recording } = deps;
  const { mustBeAt } = page;
  const { whose, whoDeclines, takeOff, putBack } = takingBack(deps, page);
  const ofGroup = embedGroups(deps, page);

  return {
    'POST /embed/group': (message, _caller, facts) => ofGroup.grant(message, facts),

    'POST /embed/record': {
      furtherFaults: ({ when }, { now }) => aheadFaults(when, now),
      onRefused: deps.noteRefused,
      answer: async (message, _caller, facts) => {
        const { projectId, origin } = await mustBeAt(message.project_id, facts);
        refuse(aheadFaults(message.when, facts.now));
        const group = await ofGroup.holder(message, facts);
        if (group) return ofGroup.record(group, message, facts);
        const used = await grants.use(message.grant, projectId, origin, facts.now);
        if (!used) throw grantGone();
        // A page holds the grant, and whoever reads it there: it is no key.
        deps.storing.store('contributions', facts.ip, Buffer.byteLength(JSON.stringify(message)), facts.now);
        const { profileId, grantId, agreedAt } = used.grant;
        const digest = recording.participantsDigest(projectId, profileId, message.event_id);
        const submission = { digest, repeated: [profileId] };
        const report = { projectId, profileId, reporter: null, source: 'browser' as const, submission };
        const outcome = await recording.record(message, report, facts.now);
        // Untied before, and wanted back: the participant agreed again since, or puts back what this page undid. No page
        // may tie a contribution again that they removed on our own site, or by stopping.
        const undone = message.put_back ? { by: grantId, now: facts.now } : undefined;
        const isTiedAgain =
          !outcome.isCredited &&
          (await events.tieAgain(projectId, profileId, outcome.eventId, agreedAt, undone));
        const isCredited = outcome.isCredited || isTiedAgain;
        const isRemoved = !isCredited && (await events.isRemoved(projectId, profileId, outcome.eventId));
        const isTold = isCredited && message.lang !== undefined;
        const [soFar, programmes] = await Promise.all([
          isTold ? events.soFar(projectId, profileId) : undefined,
          isTold ? deps.programmesOf(projectId) : [],
        ]);
        return {
          credited: isCredited,
          event_id: outcome.eventId,
          ...(soFar && { so_far: deps.soFarIn(message.lang, soFar, programmes) }),
          ...(isRemoved && { removed: true as const }),
          ...(outcome.as === 'duplicate' && { duplicate: true as const }),
          grant: used.token,
        };
      },
    },

    'POST /embed/assertion': async ({ project_id, grant }, _caller, facts) => {
      const { projectId, origin } = await mustBeAt(project_id, facts);
      if (await ofGroup.holder({ project_id, grant }, facts)) throw noProfile();
      const used = await grants.use(grant, projectId, origin, facts.now);
      if (!used) throw grantGone();
      return {
        profile_id: used.grant.profileId,
        participant_token: deps.assertions.issue(used.grant, facts.now),
        grant: used.token,
      };
    },

    'POST /embed/undo': async (message, _caller, facts) => {
      if (message.stopped !== undefined) {
        const { projectId } = await mustBeAt(message.project_id, facts);
        await deps.stops.takeBack(projectId, message.stopped, facts.now);
        return { credited: true };
      }
      const group = await ofGroup.holder(message, facts);
      if (group) return ofGroup.undo(group, message, facts.now);
      const person = await whose(message, facts);
      // A grant undoes its own reports, which it can name.
      if (person.grantId !== undefined && !message.event_id)
        throw badField('event_id', 'is required with a grant');
      const { put_back: isBack = false } = message;
      if (!isBack) await takeOff(message, person, facts.now, person.grantId ?? 'token');
      else if (person.grantId === undefined) await putBack(message, person, facts.now);
      else throw badField('put_back', 'is for a participant token; with a grant, send it to /embed/record');
      // Only what was asked: a token must not reveal whether anything was credited.
      return { credited: isBack };
    },

    'POST /embed/decline': async (message, _caller, facts) => {
      // A pupil must not stop what the whole group does.
      if (await ofGroup.holder(message, facts)) throw noProfile();
      const { granted, named } = await whoDeclines(message, facts);
      const { project_id, event_id, keep_past } = message;
      // Events older than a day are removed only by the participant: an owner's page has tokens, too.
      const since = keep_past ? facts.now : facts.now - undoable;
      // A token is about one contribution, and so is the "no" to it. Where the participant has stopped before, the
      // latest one that is credited is an earlier one.
      const eventId =
        keep_past && named && (event_id || !(await events.isOptedOut(project_id, named.profileId)))
          ? await takeOff(message, named, facts.now)
          : undefined;
      const profiles = new Set([named, granted].flatMap((each) => each?.profileId ?? []));
      const people = [...profiles].map((profileId) => ({
        profileId,
        eventId: profileId === named?.profileId ? eventId : undefined,
      }));
      const stopped = await deps.stops.stop(project_id, people, since, facts.now);
      if (granted?.grantId !== undefined) await grants.revoke(granted.grantId, facts.now);
      const isKept = message.participant !== undefined && !named;
      return { credited: false, stopped, ...(isKept && { token_gone: true as const }) };
    },

    'POST /embed/forget': async (message, _caller, facts) => {
      // All pages with the code share it: this one drops its own.
      if (await ofGroup.holder(message, facts)) return {};
      const { grantId } = await whose(message, facts);
      if (grantId !== undefined) await grants.revoke(grantId, facts.now);
      return {};
    },
  };
}

const noProfile = () => new Refusal('group_grant', 'This page counts for a group, which has no profile.');

const grantGone = () =>
  new Refusal(
    'grant_gone',
    'This page may no longer credit contributions to that profile; ask the participant again.',
  );
