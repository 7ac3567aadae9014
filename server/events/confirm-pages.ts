/**
 * The hosted confirmation: the page that a message links to if it may not hold a grant (on plain http, or on a host
 * that many sites share by path), and that form tools can link to. A link alone records nothing: the person presses a
 * button here.
 */
import { z } from 'zod';
import type { EventType } from '../../src/contract/api/event-types.ts';
import { contribution, idempotencyKey } from '../../src/contract/api/event.ts';
import { id } from '../../src/contract/fields/kinds.ts';
import type { PageData, ProjectHead } from '../../src/contract/pages.ts';
import { dayLong } from '../text/day.ts';
import type { RequestFields } from '../http/body.ts';
import type { PageAnswer, PageHandler, PageHandlers, Visit } from '../http/pages.ts';
import { badFields, Refusal } from '../http/refusal.ts';
import { newToken } from '../secrets/secrets.ts';
import type { Recording } from './recording.ts';
import type { RefusedReports } from './refused-reports.ts';
import type { SignedLinks } from './signed-links.ts';
import type { EventStore } from './store.ts';

export type ConfirmPages = {
  events: EventStore;
  recording: Recording;
  signedLinks: SignedLinks;
  refused: Pick<RefusedReports, 'note'>;
  openHead: (projectId: number) => Promise<ProjectHead | undefined>;
  /** The profile of the person's main address, and that address. */
  mainProfile: (accountId: number) => Promise<{ profileId: number; address: string } | undefined>;
};

const projectField = id('the number at the start of the address');
const asked = z.object({
  type: contribution.type.optional(),
  ref: idempotencyKey.optional(),
  form: z.string().max(200).optional(),
});
const language = z.object({ lang: z.string().regex(/^[a-z]{2,3}$/) });
const languageIn = (fields: RequestFields) => language.safeParse(fields).data;

/** `form`: the signature of a manager's link. */
type ConfirmQuery = {
  project: ProjectHead;
  type: EventType;
  ref: string | undefined;
  form: string | undefined;
};

const addressOf = ({ project, type, form }: ConfirmQuery, ref: string, inLanguage?: { lang: string }) =>
  `/confirm/${project.id}?${new URLSearchParams({ type, ref, ...(form !== undefined && { form }), ...inLanguage })}`;

export function confirmPages(deps: ConfirmPages): PageHandlers {
  const { events, recording, signedLinks, openHead, mainProfile } = deps;
  const { record, participantsDigest } = recording;

  const read = async ({ params }: Visit, fields: RequestFields): Promise<ConfirmQuery> => {
    const projectId = projectField.safeParse(/^\d+/.exec(params['project'] ?? '')?.[0]);
    const project = projectId.success ? await openHead(projectId.data) : undefined;
    if (!project) throw new Refusal('no_project', 'There is no such project here.');
    const { data, error } = asked.safeParse(fields);
    if (!data) throw badFields(error.issues.map(({ path, message }) => ({ field: path.join('.'), message })));
    const { form, ref } = data;
    if (form !== undefined) mustBeSigned(signedLinks, form, project.id, ref);
    return { project, type: data.type ?? 'collection', ref, form };
  };

  return notingRefusals(deps.refused, {
    'GET /confirm/:project': async (visit) => {
      const said = await read(visit, visit.query);
      const { project, type, ref, form } = said;
      // The address names the contribution, so that it stays the same after a reload and after signing in.
      if (ref === undefined) return { to: addressOf(said, newToken(), languageIn(visit.query)) };
      const shown = {
        project,
        type,
        ref,
        next: addressOf(said, ref),
        ...(form !== undefined && { form }),
        ...languageIn(visit.query),
      };
      const main = visit.visitor && (await mainProfile(visit.visitor.accountId));
      if (!main) return page({ state: 'sign-in', ...shown });
      const { profileId, address: account } = main;
      if (form !== undefined && (await signedLinks.isOthers(project.id, ref, profileId)))
        return page({ state: 'taken', account, ...shown });
      const eventId = await events.ofSubmission(project.id, participantsDigest(project.id, profileId, ref));
      const isCredited = eventId !== undefined && (await events.isTied(project.id, profileId, eventId));
      const isStopped = await events.isOptedOut(project.id, profileId);
      return page({
        state: isCredited ? 'credited' : eventId === undefined ? 'ask' : 'undone',
        account,
        ...(isStopped && { isStopped }),
        ...shown,
      });
    },

    'POST /confirm/:project': async (visit) => {
      const { fields, visitor, now } = visit;
      const said = await read(visit, fields);
      const { project, type, ref, form } = said;
      if (ref === undefined) throw new Refusal('invalid', 'This form is not complete; open the page again.');
      const main = visitor && (await mainProfile(visitor.accountId));
      const here = { to: addressOf(said, ref, languageIn(fields)) };
      if (!main) return here;
      const digest = participantsDigest(project.id, main.profileId, ref);
      if (fields['choice'] === 'undo') {
        const eventId = await events.ofSubmission(project.id, digest);
        if (eventId !== undefined)
          await events.untie(project.id, main.profileId, { eventId, since: now - dayLong }, now);
        return here;
      }
      // The page then says that somebody else had it credited.
      if (form !== undefined && !(await signedLinks.claim(project.id, ref, main.profileId, now))) return here;
      await events.optIn(project.id, main.profileId);
      const submission = { digest, repeated: [main.profileId] };
      const report = {
        projectId: project.id,
        profileId: main.profileId,
        reporter: null,
        source: 'link' as const,
        submission,
      };
      const eventId = await record({ type }, report, now).then(
        (recorded) => recorded.eventId,
        async (error: unknown) => {
          // An embed may have recorded it with more details than a link has: that counts as this contribution.
          const isSaidOtherwise = error instanceof Refusal && error.code === 'conflict';
          const earlier = isSaidOtherwise && (await events.ofSubmission(project.id, digest));
          if (!earlier) throw error;
          return earlier;
        },
      );
      await events.tieAgain(project.id, main.profileId, eventId, now);
      return here;
    },
  });
}

/** Counts what the handlers refuse, for the managers of the project. */
const notingRefusals = (
  refused: ConfirmPages['refused'],
  handlers: Record<string, PageHandler>,
): PageHandlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([row, handler]) => [
      row,
      async (visit: Visit) => {
        try {
          return await handler(visit);
        } catch (error) {
          if (error instanceof Refusal) refused.note(visit.params['project'], error, visit.ip, visit.now);
          throw error;
        }
      },
    ]),
  );

/** Refuses a link that no manager made, or in which the form tool left its placeholder. */
function mustBeSigned(
  signedLinks: SignedLinks,
  form: string,
  projectId: number,
  ref: string | undefined,
): void {
  if (!signedLinks.isSigned(form, projectId))
    throw new Refusal('invalid', 'This link was changed on its way; ask the project for the right one.');
  if (ref === undefined || /\$\{|\{\{/.test(ref))
    throw new Refusal(
      'invalid',
      'The form did not fill in the number of your submission, so it cannot be credited. Please tell the project.',
    );
}

const page = (data: PageData['confirm']): PageAnswer => ({
  name: 'confirm',
  title: `Credit your contribution to ${data.project.title}`,
  data,
});
