/**
 * The hosted confirmation: the page that a message links to if it may not hold a grant (on plain http, or on a host
 * that many sites share by path), and that form tools can link to. A link alone records nothing: the person presses a
 * button here.
 */
import { z } from 'zod';
import type { EventType } from '../../src/contract/api/event-types.ts';
import { contribution, idempotencyKey } from '../../src/contract/api/event.ts';
import type { PageData, ProjectHead } from '../../src/contract/pages.ts';
import { groupConfirming } from './group-confirm.ts';
import type { GroupCounting } from './group-counting.ts';
import { asLinked, isPlaceholder } from './link-query.ts';
import { dayLong } from '../text/day.ts';
import { foundAt } from '../http/found-by-number.ts';
import type { RequestFields } from '../http/bodies/body.ts';
import type { PageAnswer, PageHandler, PageHandlers, Visit } from '../http/pages.ts';
import { badFields, Refusal } from '../http/refusal.ts';
import { newToken } from '../secrets/secrets.ts';
import type { Recording } from './recording/recording.ts';
import type { RefusedReports, UnfilledCode } from './refused-reports.ts';
import type { SignedLinks } from './signed-links.ts';
import type { EventStore } from './store.ts';

export type ConfirmPages = {
  events: EventStore;
  recording: Recording;
  signedLinks: SignedLinks;
  refused: Pick<RefusedReports, 'note' | 'noteUnfilled'>;
  openHead: (projectId: number) => Promise<ProjectHead | undefined>;
  /** The profile of the person's main address, and that address. */
  mainProfile: (accountId: number) => Promise<{ profileId: number; address: string } | undefined>;
  counting: GroupCounting;
};

const question = z.object({
  type: contribution.type.optional(),
  ref: z.preprocess(
    (ref: string | undefined) => (ref?.trim() === '' ? undefined : ref),
    idempotencyKey.optional(),
  ),
  form: z.string().max(200).optional(),
});
const language = z.object({ lang: z.string().regex(/^[a-z]{2,3}$/) });
const languageIn = (fields: RequestFields) => language.safeParse(fields).data;

/** `form`: the signature of a manager's link; `unfilled`: what came as the number, and is none. */
export type ConfirmQuery = {
  project: ProjectHead;
  type: EventType;
  ref: string | undefined;
  form: string | undefined;
  unfilled: string | undefined;
};

const textsOf = (fields: RequestFields) =>
  Object.entries(fields).filter((pair): pair is [string, string] => typeof pair[1] === 'string');

/** The name of a contribution for which the form tool filled in no number begins with this. */
const unnumbered = 'unnumbered.';

const addressOf = (
  { project, type, form }: ConfirmQuery,
  ref: string,
  more: { lang?: string; group?: string } = {},
) =>
  `/confirm/${project.id}?${new URLSearchParams({ type, ref, ...(form !== undefined && { form }), ...more })}`;

/** Reads what a link or a form of this page says. */
const reader =
  ({ signedLinks, openHead }: Pick<ConfirmPages, 'signedLinks' | 'openHead'>) =>
  async ({ params }: Visit, pairs: Iterable<[string, string]>): Promise<ConfirmQuery> => {
    const project = await foundAt(params['project'], openHead);
    if (!project) throw new Refusal('no_project', 'There is no such project here.');
    const linked = asLinked(pairs);
    if (!linked) throw changedOnItsWay();
    const { data, error } = question.safeParse(linked);
    if (!data) throw badFields(error.issues.map(({ path, message }) => ({ field: path.join('.'), message })));
    const { type = 'collection', form, ref } = data;
    if (form !== undefined && !signedLinks.isSigned(form, project.id)) throw changedOnItsWay();
    const isFilled =
      ref === undefined ? form === undefined && linked['ref'] === undefined : !isPlaceholder(ref);
    if (isFilled) return { project, type, ref, form, unfilled: undefined };
    return { project, type, ref: undefined, form: undefined, unfilled: ref ?? '' };
  };

export function confirmPages(deps: ConfirmPages): PageHandlers {
  const { events, recording, signedLinks, mainProfile } = deps;
  const { record, participantsDigest } = recording;

  const read = reader(deps);

  const ofGroup = groupConfirming(deps);

  return notingRefusals(deps.refused, {
    'GET /confirm/:project': async (visit) => {
      const query = await read(visit, new URLSearchParams(/\?.*/s.exec(visit.path)?.[0]));
      const { project, type, ref, form, unfilled } = query;
      const { group } = visit.query;
      const noteAs = (code: UnfilledCode, text: string) =>
        deps.refused.noteUnfilled(code, project.id, text, visit.ip, visit.now);
      if (unfilled !== undefined) noteAs('placeholder', unfilled);
      // The address names the contribution, so that it stays the same after a reload and after signing in.
      if (ref === undefined) {
        const name = unfilled === undefined ? newToken() : unnumbered + newToken();
        return {
          to: addressOf(query, name, { ...languageIn(visit.query), ...(group !== undefined && { group }) }),
        };
      }
      const shown: Omit<PageData['confirm'], 'state'> = {
        project,
        type,
        ref,
        next: addressOf(query, ref),
        ...(form !== undefined && { form }),
        ...(ref.startsWith(unnumbered) && { isUnfilled: true as const }),
        ...languageIn(visit.query),
      };
      const counting = group && (await ofGroup.shown({ ...query, ref }, group, visit));
      if (counting) return page({ ...shown, ...counting });
      if (group !== undefined) shown.isGroupUnknown = true;
      const main = visit.visitor && (await mainProfile(visit.visitor.accountId));
      if (!main) return page({ state: 'sign-in', ...shown });
      const { profileId, address: account } = main;
      if (form !== undefined && (await signedLinks.isOthers(project.id, ref, profileId))) {
        noteAs('shared', ref);
        return page({ state: 'taken', account, ...shown });
      }
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
      const query = await read(visit, textsOf(fields));
      const { project, type, ref, form } = query;
      if (ref === undefined) throw new Refusal('invalid', 'This form is not complete; open the page again.');
      if (fields['group'] !== undefined) {
        const group = await ofGroup.act({ ...query, ref }, fields['group'], visit);
        return { to: addressOf(query, ref, { ...languageIn(fields), group }) };
      }
      const main = visitor && (await mainProfile(visitor.accountId));
      const here = { to: addressOf(query, ref, languageIn(fields)) };
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
  refused: Pick<RefusedReports, 'note'>,
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

/** A link that no manager made. */
const changedOnItsWay = () =>
  new Refusal('invalid', 'This link was changed on its way; ask the project for the right one.');

const page = (data: PageData['confirm']): PageAnswer => ({
  name: 'confirm',
  title: `Credit your contribution to ${data.project.title}`,
  data,
});
