/** The form of a draft: shown, kept, sent and deleted. */
import type { Typed } from '../../../src/contract/pages/project-form.ts';
import type { PageAnswer, PageHandlers, Visit } from '../../http/pages.ts';
import { projectHead } from '../derived/project-text.ts';
import { type DraftAccess, draftId, draftPath } from './draft-access.ts';
import { draftCard, draftMap, draftProject } from './draft-card.ts';
import { contentOf, type Draft } from './drafts.ts';
import { isFirstStep, withAnswers } from './first-questions.ts';
import { pagePreview, wholePreview } from './page-preview.ts';
import type { Adding } from './pages.ts';
import { uploadOf, withPicture } from './pictures.ts';
import { addPage, mailLink, sendDraft } from './sending.ts';
import { type Fault, requiredFields, textIn, typedIn, understoodIn } from './typed-form.ts';

export const formTitle = 'Register a project';

/** The name of a draft in lists. */
export const nameOf = ({ typed }: Pick<Draft, 'typed'>): string =>
  (textIn(typed, 'name') || textIn(typed, 'url')).slice(0, 300);

/** Draws the form of a draft. */
function draftForm(deps: Adding) {
  const { readForm, pictures } = deps;

  /** `uploadFaults`: of the file that was sent with the form. */
  return async (draft: Draft, visit: Visit, isChecked: boolean, uploadFaults: Fault[] = []) => {
    const { typed, unread, id, asked } = draft;
    const read = await readForm(typed, visit.ip);
    const project = draftProject(typed, read);
    const card = draftCard(typed, project, visit.now, pictures);
    const map = draftMap(project);
    const [name, url] = [textIn(typed, 'name'), textIn(typed, 'url')];
    return addPage(
      {
        state: 'form',
        draft: id,
        form: {
          typed,
          required: requiredFields,
          faults: [...shownFaults(typed, 'faults' in read ? read.faults : [], isChecked), ...uploadFaults],
          upload: uploadOf(typed, pictures),
          ...understoodIn(typed),
        },
        ...(card && { card }),
        ...(map && { map }),
        preview: await pagePreview({ id: 0, project, read }, deps),
        likelyDuplicates: await deps.likelyDuplicates({ name, url }, false),
        ...(unread !== undefined && { unread }),
        ...(asked && { asked }),
        isSignedIn: visit.visitor !== undefined,
      },
      formTitle,
      isChecked || uploadFaults.length > 0 ? 400 : 200,
    );
  };
}

export function draftPages(deps: Adding, { find, mine, begin }: DraftAccess): PageHandlers {
  const { drafts, projects, readForm, pictures } = deps;
  const form = draftForm(deps);

  const sent = async (projectId: number): Promise<PageAnswer> => {
    const row = await projects.row(projectId);
    const head = projectHead(projectId, row?.name ?? '');
    return addPage({ state: 'sent', ...head }, 'Your project was sent');
  };

  /** The session ended while somebody wrote: the typed fields become a draft of this browser. */
  const rescued = async (visit: Visit): Promise<PageAnswer | undefined> => {
    const { visitor, fields, ip, now } = visit;
    if (visitor || (fields['name'] === undefined && !isFirstStep(fields))) return undefined;
    await deps.countDraft(ip, now);
    const before = draftId.safeParse(visit.params['draft']);
    const writer = before.success ? await drafts.accountOf(before.data) : undefined;
    return begin(visit, { typed: typedIn(visit), ...(writer !== undefined && { writer }) });
  };

  return {
    'GET /add/:draft': async (visit) => {
      const draft = await mine(visit);
      return draft.projectId === null ? form(draft, visit, false) : sent(draft.projectId);
    },

    /** Keeps what was typed, whatever the button and whatever is wrong with it. */
    'POST /add/:draft': {
      fileField: 'picture',
      answer: async (visit) => {
        const { fields, visitor, ip, now } = visit;
        const before = await find(visit);
        if (!before) return (await rescued(visit)) ?? form(await mine(visit), visit, false);
        const here = draftPath(before.id);
        if (before.projectId !== null) return { to: here };
        // The button of the page that the mailed link led to has no fields.
        const isAsItIs = fields['act'] === 'send-as-it-is';
        const isStep = isFirstStep(fields);
        const answers = isAsItIs ? before.typed : isStep ? withAnswers(before.typed, visit) : typedIn(visit);
        const { typed, faults } = await withPicture(
          answers,
          pictures,
          { kind: 'draft', id: before.id },
          visit,
        );
        const { asked, ...saved } = before;
        const draft: Draft = {
          ...saved,
          typed,
          ...(isStep && fields['act'] !== 'go-on' && asked && { asked }),
        };
        await drafts.save(before, contentOf(draft), { ip, now });
        if (fields['act'] === 'keep') return { json: { saved: true } };
        const isSending = fields['act'] === 'send' || isAsItIs;
        if (faults.length > 0) return form(draft, visit, isSending, faults);
        if (fields['act'] === 'go-on') return { to: here };
        if (fields['translation_add']) return { to: `${here}#f-translations` };
        if (!isSending) return { to: `${here}${fields['act'] === 'page' ? '/' : '#'}preview` };
        const read = await readForm(typed, ip);
        if ('faults' in read) return form(draft, visit, true);
        if (!visitor) return mailLink(deps, draft, visit, textIn(typed, 'contact_email'));
        await sendDraft(deps, draft.id, read.project, visitor.accountId, now);
        return { to: here };
      },
    },

    'GET /add/:draft/delete': async (visit) => {
      const draft = await mine(visit);
      if (draft.projectId !== null) return { to: draftPath(draft.id) };
      return addPage({ state: 'delete', draft: draft.id, name: nameOf(draft) }, 'Delete this draft?');
    },

    'POST /add/:draft/delete': async (visit) => {
      const { id, projectId } = await mine(visit);
      await drafts.remove(id);
      if (projectId === null) await pictures.dropUploads({ kind: 'draft', id });
      return { to: '/add' };
    },
  };
}

/** The preview as a page of its own. */
export function draftPreview(deps: Adding, { mine }: DraftAccess): PageHandlers {
  return {
    'GET /add/:draft/preview': async (visit) => {
      const { id, typed, projectId } = await mine(visit);
      if (projectId !== null) return { to: draftPath(id) };
      const read = await deps.readForm(typed, visit.ip);
      const draft = { id: 0, project: draftProject(typed, read), read };
      return wholePreview(await pagePreview(draft, deps), draftPath(id));
    },
  };
}

/** While somebody is still writing, only filled fields can be faulty: an empty one may still be filled. */
const shownFaults = (typed: Typed, faults: Fault[], isChecked: boolean): Fault[] =>
  isChecked ? faults : faults.filter(({ field }) => typed[field] !== undefined || field === 'regions');
