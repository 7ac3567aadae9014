/** What the confirmation message calls from partner pages: no cookies, only what the page itself holds. */
import type { site, Site } from '../../src/contract/site.ts';
import { dayLong, dayOf, mustNotBeAhead } from '../day.ts';
import type { Facts, Handlers } from '../http/mount.ts';
import { badField, noProject, Refusal } from '../http/refusal.ts';
import { notMailable, recipient, type Recipient } from '../mail-address.ts';
import { joinMail } from './join-mail.ts';
import { mayHoldGrants } from './origin.ts';
import type { Place } from './one-time-codes.ts';
import type { EmbedProject, Surroundings } from './surroundings.ts';

/** How long a page may take back what it said. */
const undoable = dayLong;

export function embedHandlers(around: Surroundings): Handlers<typeof site> {
  const { grants, codes, events, tokens, membership, recording } = around;

  const mustFind = async (projectId: number): Promise<EmbedProject> => {
    const project = await around.openProject(projectId);
    if (!project) throw noProject();
    return project;
  };

  /** The page that calls, if its origin is one of the project's. */
  const mustBeAt = async (projectId: number, { origin }: Facts): Promise<Place> => {
    if (!origin || !mayHoldGrants(origin) || !(await around.isRegistered(projectId, origin))) {
      await mustFind(projectId);
      throw new Refusal('origin_not_registered', "This page's origin is not registered for this project.");
    }
    return { projectId, origin };
  };

  const grantGone = () =>
    new Refusal(
      'grant_gone',
      'This page may no longer credit contributions to that profile; ask the participant again.',
    );

  /**
   * Finds whose contribution is to be taken back, by a grant of this page or by a participant token. A grant may do
   * that while its project is withheld, too: it is the participant's. The token is the owner's.
   */
  const whose = async (
    said: { project_id: number; grant?: string | undefined; participant?: string | undefined },
    facts: Facts,
  ) => {
    const { origin, now } = facts;
    if (said.grant !== undefined) {
      const grant = origin && (await grants.find(said.grant, said.project_id, origin, now));
      if (grant) return { profileId: grant.profileId, grantId: grant.grantId };
    }
    const { projectId } = await mustBeAt(said.project_id, facts);
    if (said.grant !== undefined) throw grantGone();
    if (said.participant === undefined) throw badField('grant', 'or participant is required');
    const participant = tokens.read(said.participant, projectId, facts.now);
    if (!participant)
      throw new Refusal('token_gone', 'This participant_token is not valid here, or older than an hour.');
    return { profileId: participant.profileId, grantId: undefined };
  };

  /** A person said "credit me" here: that lifts an opt-out, and takes what was reported before they joined. */
  const issue = async (place: Place, profileId: number, how: 'popup' | 'email', now: number) => {
    await events.optIn(place.projectId, profileId);
    await events.claim(place.projectId, profileId, now);
    const { token, expiresAt } = await grants.issue({ ...place, profileId, how }, now);
    return { grant: token, expires: new Date(expiresAt).toISOString() };
  };

  return {
    'GET /embed/project': async ({ project_id, lang = 'en', words: kept }, _caller, { origin, now }) => {
      const projectId = project_id ?? (await onlyClaimant(around, origin));
      const project = await mustFind(projectId);
      const mayGrant =
        origin !== undefined && mayHoldGrants(origin) && (await around.isRegistered(projectId, origin));
      if (mayGrant) await grants.shown(projectId, origin, dayOf(now));
      const words = around.wordsOf(lang, kept);
      return {
        project_id: projectId,
        title: project.title,
        page: project.page,
        may_grant: mayGrant,
        retention_days: around.retentionDays,
        ...(around.fedcm && { fedcm: true as const }),
        ...(words && { words }),
      };
    },

    'POST /embed/connect': async ({ project_id, code, verifier }, _caller, facts) => {
      const place = await mustBeAt(project_id, facts);
      await mustFind(project_id);
      return issue(place, await codes.redeemPopup(place, code, verifier, facts.now), 'popup', facts.now);
    },

    'POST /embed/join': async ({ project_id, address, of_age, lang }, _caller, facts) => {
      const place = await mustBeAt(project_id, facts);
      const project = await mustFind(project_id);
      if (!of_age)
        throw new Refusal(
          'under_age',
          'People under 16 cannot join from this page yet; no account was made.',
          {
            fields: [{ field: 'of_age', message: 'must be confirmed' }],
          },
        );
      const { address: to } = mustBeMailable(address);
      around.mail.mustWork();
      const onUnsent = await around.mailLimit(
        { purpose: 'join', address: to, ip: facts.ip, place: `${project_id} ${place.origin}` },
        facts.now,
      );
      const { flow, code } = await codes.forMail(place, to, facts.now);
      // After the reply, which is the same and as fast for a reader who wants no such mail.
      around.mail.sendLater({
        onUnsent,
        compose: async () =>
          (await around.mailBlocks.has(to))
            ? undefined
            : joinMail({
                to,
                code,
                project,
                choices: around.mailChoices(to),
                site: place.origin,
                serviceName: around.serviceName,
                lang,
              }),
      });
      return { flow };
    },

    'POST /embed/join/code': async ({ project_id, flow, address, code }, _caller, facts) => {
      const place = await mustBeAt(project_id, facts);
      await mustFind(project_id);
      const to = mustBeMailable(address);
      await codes.redeemMail({ ...place, address: to.address, flow, code, ip: facts.ip }, facts.now);
      const { profileId } = await membership.join(to, facts.now);
      return issue(place, profileId, 'email', facts.now);
    },

    'POST /embed/record': async (said, _caller, facts) => {
      const { projectId, origin } = await mustBeAt(said.project_id, facts);
      mustNotBeAhead(said.when, facts.now);
      const used = await grants.use(said.grant, projectId, origin, facts.now);
      if (!used) throw grantGone();
      const { profileId, agreedAt } = used.grant;
      const digest = recording.participantsDigest(projectId, profileId, said.event_id);
      const submission = { digest, repeated: [profileId] };
      const report = { projectId, profileId, reporter: null, source: 'browser' as const, submission };
      const outcome = await recording.record(said, report, facts.now);
      // Taken off before, and agreed to anew since: the participant wants it back.
      const isTiedAgain =
        !outcome.isCredited && (await events.tieAgain(projectId, profileId, outcome.eventId, agreedAt));
      return {
        credited: outcome.isCredited || isTiedAgain,
        event_id: outcome.eventId,
        ...(outcome.as === 'duplicate' && { duplicate: true as const }),
        grant: used.token,
      };
    },

    'POST /embed/assertion': async ({ project_id, grant }, _caller, facts) => {
      const { projectId, origin } = await mustBeAt(project_id, facts);
      const used = await grants.use(grant, projectId, origin, facts.now);
      if (!used) throw grantGone();
      return {
        profile_id: used.grant.profileId,
        participant_token: around.assertions.issue(used.grant, facts.now),
        grant: used.token,
      };
    },

    'POST /embed/undo': async (said, _caller, facts) => {
      const { profileId, grantId } = await whose(said, facts);
      // A grant undoes its own: what it has reported it can name.
      if (grantId !== undefined && !said.event_id) throw badField('event_id', 'is required with a grant');
      const since = facts.now - undoable;
      // A grant names what its page reported, a token what the owner's server did.
      const submissionOf = (id: string) =>
        grantId === undefined
          ? recording.ownersDigest(said.project_id, id)
          : recording.participantsDigest(said.project_id, profileId, id);
      const eventId =
        said.event_id && (await events.ofSubmission(said.project_id, submissionOf(said.event_id)));
      if (eventId) await events.untie(said.project_id, profileId, { eventId, since }, facts.now);
      else if (!said.event_id)
        await events.untie(said.project_id, profileId, { latestSince: since }, facts.now);
      // The same answer whatever was there: a token must not tell whether anything was credited.
      return { credited: false };
    },

    'POST /embed/decline': async (said, _caller, facts) => {
      const { profileId, grantId } = await whose(said, facts);
      // What is older than a day goes only by the participant's own hand: an owner's page holds tokens, too.
      await events.optOut(said.project_id, profileId, facts.now - undoable, facts.now);
      if (grantId !== undefined) await grants.revoke(grantId, facts.now);
      return { credited: false };
    },

    'POST /embed/forget': async (said, _caller, facts) => {
      const { grantId } = await whose(said, facts);
      if (grantId !== undefined) await grants.revoke(grantId, facts.now);
      return {};
    },
  } satisfies Handlers<Site>;
}

function mustBeMailable(address: string): Recipient {
  const to = recipient(address);
  if (to) return to;
  throw badField('address', notMailable);
}

async function onlyClaimant(around: Surroundings, origin: string | undefined): Promise<number> {
  const claimants = origin ? await around.claimants(origin) : [];
  const [only] = claimants;
  if (only !== undefined && claimants.length === 1) return only;
  throw badField(
    'project_id',
    claimants.length === 0
      ? 'is required: no project has registered the origin of this page'
      : 'is required: several projects have registered the origin of this page',
  );
}
