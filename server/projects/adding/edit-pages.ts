/** The pages on which managers change their project, and read its history. */
import type { EditPage, PagePreview } from '../../../src/contract/pages/add.ts';
import type { ProjectField, Typed, TypedForm } from '../../../src/contract/pages/project-form.ts';
import { isOpen, isTurnedDown } from '../visibility.ts';
import { foundAt } from '../../http/found-by-number.ts';
import type { PageAnswer, PageHandlers, Visit, Visitor } from '../../http/pages.ts';
import { Refusal } from '../../http/refusal.ts';
import { signInFirst } from '../../http/signed-in.ts';
import { translatedFields } from '../../../src/contract/fields/translated-fields.ts';
import { type Changes, revised, withChanges } from '../changes.ts';
import type { Project } from '../reading/read-project.ts';
import type { FindSimilar } from '../project-page.ts';
import { managedHead } from '../managed.ts';
import { projectHead } from '../derived/project-text.ts';
import { historyOf } from '../review/history.ts';
import type { Looked } from '../revise.ts';
import type { ProjectStore } from '../store.ts';
import { textOf } from '../review/compare.ts';
import { draftProject } from './draft-card.ts';
import { mergedEdit, type MergedEdit, mergedTyped, readSeen, seenOf } from './merge-edit.ts';
import { pagePreview, wholePreview } from './page-preview.ts';
import { type Pictures, showUpload, uploadOf, withPicture } from './pictures.ts';
import {
  type ReadForm,
  type ReadTyped,
  requiredFields,
  typedIn,
  typedOf,
  understoodIn,
} from './typed-form.ts';

export type Editing = {
  projects: ProjectStore;
  readForm: ReadForm;
  pictures: Pictures;
  similar: FindSimilar;
};

const nothingHere = () => new Refusal('no_project', 'There is no published project at this address.');

/** The pages of the form, with the preview of what is typed. */
function editViews({ pictures, similar }: Pick<Editing, 'pictures' | 'similar'>) {
  const preview = (
    { project, pending, row }: Looked,
    typed: Typed,
    read: ReadTyped,
  ): Promise<PagePreview> => {
    const stored = withChanges(project, pending);
    const fetched = { image: project.image, picture: row.picture };
    const written = draftProject(typed, read, stored);
    return pagePreview({ id: row.project_id, project: written, read, fetched }, { pictures, similar });
  };

  /** `saved`: what to say of it; `seen`: what the form showed first, as long as nothing of it is saved. */
  const page = async (
    looked: Looked,
    { typed, faults }: Pick<TypedForm, 'typed' | 'faults'>,
    read: ReadTyped,
    { saved, refused, seen }: Pick<EditPage, 'saved' | 'refused'> & { seen?: string | undefined } = {},
  ): Promise<PageAnswer & { name: 'edit' }> => {
    const { project, pending, corrected, isPublished, isTrusted, row } = looked;
    return {
      name: 'edit',
      title: `Edit: ${row.name}`,
      status: faults.length > 0 ? 400 : 200,
      data: {
        project: managedHead(row),
        form: {
          typed,
          faults,
          required: requiredFields,
          upload: uploadOf(typed, pictures),
          ...understoodIn(typed),
          ...(withChanges(project, pending).regions?.kind === 'area' && { hasArea: true as const }),
        },
        corrected: corrected as ProjectField[],
        pending: Object.keys(pending) as ProjectField[],
        isPublished,
        isTrusted,
        ...(isTurnedDown(row) && { isTurnedDown: true as const }),
        preview: await preview(looked, typed, read),
        ...(saved && { saved }),
        ...(refused !== undefined && { refused }),
        seen: seen ?? seenOf(withChanges(project, pending)),
        ...(seen !== undefined && { isUnsaved: true as const }),
      },
    };
  };

  /** The form again, with what was typed; fields that were left alone show what is stored by now. */
  const conflictPage = async (looked: Looked, typed: Typed, edit: MergedEdit) => {
    const stored = withChanges(looked.project, looked.pending);
    const merged = mergedTyped(typed, stored, edit);
    const faults = edit.conflicts.map((field) => ({
      field,
      message: changedTo(textOf(field, stored[field])),
    }));
    const project = withChanges(stored, edit.changes);
    return { ...(await page(looked, { typed: merged, faults }, { project })), status: 409 };
  };

  return { preview, page, conflictPage };
}

export function editPages({ projects, readForm, pictures, similar }: Editing): PageHandlers {
  const { preview, page, conflictPage } = editViews({ pictures, similar });

  /** `mayEditors`: editors may do it, too. To everybody else there is nothing here. */
  const projectOf = async ({ params }: Visit, visitor: Visitor, mayEditors = false) => {
    const looked = await foundAt(params['project'], projects.look);
    if (!looked) throw nothingHere();
    const manages = await projects.manages(looked.row.project_id, visitor.accountId);
    if (!manages && !(mayEditors && visitor.role !== 'none')) throw nothingHere();
    return { looked, manages, head: projectHead(looked.row.project_id, looked.row.name) };
  };

  return {
    'GET /project/:project/edit': async (visit) => {
      if (!visit.visitor) return signInFirst(visit);
      const { looked } = await projectOf(visit, visit.visitor);
      const project = withChanges(looked.project, looked.pending);
      const { saved: how } = visit.query;
      const saved = how === undefined ? {} : { saved: outcomeOf(looked, how === 'older') };
      return page(looked, { typed: typedOf(project), faults: [] }, { project }, saved);
    },

    'POST /project/:project/edit': {
      fileField: 'picture',
      answer: async (visit) => {
        const { visitor, fields, ip, now } = visit;
        if (!visitor) return signedOut(visit);
        const { looked, head } = await projectOf(visit, visitor);
        const { seen } = fields;
        const to = { kind: 'project' as const, id: head.id };
        const { typed, faults } = await withPicture(typedIn(visit), pictures, to, visit);
        const stored = withChanges(looked.project, looked.pending);
        const read = await readForm(typed, ip, stored);
        const form = { typed, faults: 'faults' in read ? [...read.faults, ...faults] : faults };
        if (fields['act'] === 'page') return wholePreview(await preview(looked, typed, read));
        // Nothing was to be saved: a fault refuses nothing.
        if (fields['act'] === 'preview')
          return { ...(await page(looked, form, read, { saved: { how: 'not' }, seen })), status: 200 };
        if ('faults' in read || faults.length > 0) return page(looked, form, read, { seen });
        const by = { how: 'update' as const, accountId: visitor.accountId };
        const isConfirmed = fields['confirm'] === 'yes';
        let isOlder = false;
        const saving = projects.revise(head.id, by, now, (state) => {
          if (!state?.manages) throw nothingHere();
          // A field that was left alone is no change, whoever changed it meanwhile, and an emptied one is removed.
          const edit = mergedEdit(readSeen(seen), withChanges(state.project, state.pending), read.project);
          if (edit.conflicts.length > 0) throw new EditConflict(edit);
          const overruled = isConfirmed ? state.corrected.filter((field) => field in edit.changes) : [];
          const corrected = state.corrected.filter((field) => !overruled.includes(field));
          isOlder = leavesTranslations(state.project, edit.changes);
          return { ...revised({ ...state, corrected }, edit.changes), corrected };
        });
        const conflict = await saving.then(
          () => undefined,
          (error: unknown) => {
            if (error instanceof EditConflict) return error.edit;
            if (error instanceof Refusal && error.code === 'too_many') return error;
            throw error;
          },
        );
        if (conflict instanceof Refusal) {
          const again = await page(looked, form, read, { refused: conflict.message, seen });
          return { ...again, status: conflict.status };
        }
        if (conflict) return conflictPage((await projectOf(visit, visitor)).looked, typed, conflict);
        await showUpload(projects, pictures, head.id, read.project);
        return { to: `${projectHead(head.id, head.title).path}/edit?saved=${isOlder ? 'older' : 'yes'}` };
      },
    },

    'GET /project/:project/history': async (visit) => {
      const { visitor } = visit;
      if (!visitor) return signInFirst(visit);
      const { looked, manages, head } = await projectOf(visit, visitor, true);
      const project = { ...head, ...(manages && { tabs: { isOpen: isOpen(looked.row) } }) };
      const reader = { accountId: visitor.accountId, isEditor: visitor.role !== 'none' };
      const entries = await historyOf(projects, head.id, reader);
      return { name: 'history', title: `History: ${head.title}`, data: { project, entries } };
    },
  };
}

/** Somebody else changed the same fields since the form was opened. */
class EditConflict extends Error {
  readonly edit: MergedEdit;
  constructor(edit: MergedEdit) {
    super('conflict');
    this.edit = edit;
  }
}

/** Characters of the other value that a fault repeats. */
const shownOfOther = 300;

function changedTo(text: string): string {
  const shown = text.length > shownOfOther ? `${text.slice(0, shownOfOther)}…` : text;
  const is = text === '' ? 'is empty now' : `is now “${shown}”`;
  return `was changed by somebody else while you had this page open: it ${is}. Nothing was saved yet. Save again to put yours in its place`;
}

/** The session ended while somebody wrote: the page keeps the typed fields, and says nothing about the project. */
function signedOut(visit: Visit): PageAnswer {
  const { params, fields } = visit;
  const id = Number(/^\d{1,15}/.exec(params['project'] ?? '')?.[0] ?? 0);
  const typed = typedIn(visit);
  const data = {
    project: { id, title: '', path: `/project/${id}` },
    form: { typed, required: requiredFields, faults: [], hasArea: true as const },
    corrected: [],
    pending: [],
    isPublished: true,
    isTrusted: false,
    ...(fields['seen'] !== undefined && { seen: fields['seen'] }),
    isUnsaved: true as const,
    isSignedOut: true as const,
  };
  return { name: 'edit', title: 'Edit your project', status: 403, data };
}

/** Whether a text changed, and none of its translations. */
const leavesTranslations = ({ translations }: Project, changes: Changes): boolean =>
  translations !== undefined &&
  !('translations' in changes) &&
  Object.keys(translatedFields).some((name) => name in changes);

/** `isOlder`: the translations are as they were before. */
function outcomeOf(looked: Looked, isOlder: boolean): EditPage['saved'] {
  const older = Object.keys(looked.project.translations ?? {});
  const isPending = Object.keys(looked.pending).length > 0;
  const how = !looked.isPublished ? 'unpublished' : isPending ? 'pending' : 'shown';
  return { how, ...(isOlder && older.length > 0 && { older }) };
}
