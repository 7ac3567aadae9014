/** Samples of the pages on which projects are registered, changed and reviewed. */
import { type AddPage, firstQuestions, type PagePreview } from '../../src/contract/pages/add.ts';
import type { ProjectCardData } from '../../src/contract/pages/finder.ts';
import type { Page, PageData, ProjectHead } from '../../src/contract/pages.ts';
import type { ManagedKind, PeoplePage } from '../../src/contract/pages/people.ts';
import { projectFieldNames, regionInputs, type TypedForm } from '../../src/contract/pages/project-form.ts';
import { actKinds, type HistoryEntry, type ReviewPage } from '../../src/contract/pages/review.ts';

const drawnArea = { width: 10, height: 10, land: 'M0 0', borders: '', area: 'M0 0', pins: [{ x: 1, y: 2 }] };

export function registrationSamples(
  text: string,
  head: ProjectHead,
  card: ProjectCardData,
  about: PageData['project'],
): Record<string, Page> {
  const shown = { ...about };
  delete shown.tabs;
  const preview: PagePreview = {
    page: {
      ...shown,
      published: true,
      follow: 'no',
      startNotice: { state: 'offer' },
      image: { src: `/images/${'a'.repeat(32)}.webp`, width: 64, height: 48, credit: text },
      isPreview: true,
    },
    needed: ['name', 'url'],
    empty: ['image', 'regions'],
    pictureFrom: text,
  };
  const form: TypedForm = {
    typed: {
      ...Object.fromEntries([...projectFieldNames, ...regionInputs].map((name) => [name, text])),
      translations: JSON.stringify({ de: { name: text, gear: text }, ar: {} }),
    },
    mayAddLanguage: true,
    textLanguage: text,
    required: ['name'],
    faults: projectFieldNames.map((field) => ({ field, message: text })),
    hasArea: true,
  };
  const editors: TypedForm = { ...form };
  delete editors.mayAddLanguage;
  const likelyDuplicates = [
    { id: 9, title: text, path: head.path, why: 'site' as const },
    { id: 10, title: text, path: head.path, why: 'name' as const },
    { id: 11, title: text, path: head.path, why: 'host' as const },
  ];
  const managed = { ...head, tabs: { isOpen: true } };
  const of = { kind: 'project', ...managed } as const;
  const group = { kind: 'group', path: '/group/4', title: text } as const;
  const programme = { kind: 'programme', path: '/programme/9', title: text } as const;
  const widget = { kind: 'widget', path: '/widgets/7', title: text } as const;
  const adding: AddPage[] = [
    {
      state: 'start',
      url: text,
      fault: text,
      isSignedIn: false,
      drafts: [{ id: 3, name: text, changed: text }],
    },
    {
      state: 'form',
      draft: 3,
      form,
      card,
      preview,
      likelyDuplicates,
      isSignedIn: false,
    },
    { state: 'address', draft: 3, name: text, email: text, fault: text },
    { state: 'mailed', draft: 3, name: text, email: text },
    { state: 'confirm', draft: 3, card },
    { state: 'delete', draft: 3, name: text },
    { state: 'sent', ...head },
  ];
  const entries = [...actKinds, 'updated' as const, 'imported' as const].map((act): HistoryEntry => ({
    at: text,
    act,
    who: text,
    note: text,
    subject: text,
    fields: [text],
    before: [{ label: text, text }],
  }));
  const review = (data: Partial<ReviewPage>): Page => ({
    name: 'review',
    title: text,
    data: {
      project: head,
      filter: 'new',
      version: 2,
      what: 'changes',
      isWaiting: true,
      isTrusted: false,
      hashed: { isAllowed: false, asked: text },
      origins: [text],
      since: text,
      age: 30,
      likelyDuplicates,
      tests: 2,
      history: entries,
      next: 8,
      done: { says: text },
      form: editors,
      changed: [
        {
          field: 'description',
          label: text,
          before: text,
          after: text,
          isCorrected: true,
          parts: (['same', 'added', 'removed'] as const).map((is) => ({ is, text })),
        },
        { field: 'url', label: text, before: text, after: text, isCorrected: false },
        {
          field: 'regions',
          label: text,
          before: text,
          after: text,
          isCorrected: false,
          maps: { before: drawnArea, after: drawnArea },
        },
      ],
      ...data,
    },
  });
  const answer = (state: 'form' | 'thanks' | 'over'): Page => ({
    name: 'answer',
    title: text,
    data: { state, token: text, title: text, question: text, fault: text, typed: text },
  });
  return {
    ...Object.fromEntries(
      adding.map((data): [string, Page] => [`add, ${data.state}`, { name: 'add', title: text, data }]),
    ),
    'review-queue': {
      name: 'review-queue',
      title: text,
      data: {
        filter: 'new',
        q: text,
        late: 1,
        total: 2,
        done: { project: head, says: text },
        hashed: [{ id: 7, name: text }],
        list: {
          items: [
            {
              id: 7,
              name: text,
              origin: text,
              what: 'changes',
              since: text,
              age: 30,
              fields: [text],
              question: 'answered',
            },
          ],
          page: 2,
          pages: 3,
          total: 101,
        },
        outcomes: about.outcomes.map((outcome) => ({ ...outcome, project: head, since: text })),
        mailings: [{ id: 9, of: text, subject: text, since: text }],
      },
    },
    'review of changes': review({ fault: { field: 'url', message: text, typed: { url: text } } }),
    'review, nothing waits': review({
      isWaiting: false,
      fault: { form: 'reject', message: text, typed: text },
    }),
    'add, first questions': {
      name: 'add',
      title: text,
      data: {
        state: 'form',
        draft: 3,
        form,
        card,
        preview,
        likelyDuplicates,
        isSignedIn: false,
        asked: [...firstQuestions],
      },
    },
    'add, a page that is away': {
      name: 'add',
      title: text,
      data: {
        state: 'form',
        draft: 3,
        form,
        preview,
        likelyDuplicates: [],
        unread: text,
        asked: ['name', 'regions'],
        isSignedIn: true,
      },
    },
    'signed-out': {
      name: 'signed-out',
      title: text,
      data: {
        action: '/review/7',
        fields: [
          { name: 'act', value: 'ask' },
          { name: 'question', value: text },
        ],
        texts: [text],
      },
    },
    changed: {
      name: 'changed',
      title: text,
      data: {
        entry: { at: '2026-05-01T10:00:00.000Z', act: 'turned_down', who: text, note: text },
        to: '/review/7',
        texts: [text],
      },
    },
    'changed, not a project': {
      name: 'changed',
      title: text,
      data: { says: text, to: '/operator/clients', texts: [] },
    },
    'review of a new project': review({
      what: 'new',
      comparedWith: head,
      isTrusted: true,
      hashed: { isAllowed: true },
      origins: [],
      fault: { form: 'ask', message: text, typed: text },
    }),
    'answer, form': answer('form'),
    'answer, thanks': answer('thanks'),
    'answer, over': answer('over'),
    people: people(text, of, { isOwner: true, fault: { message: text, typed: text } }),
    'people, for a co-manager': people(text, of, { isOwner: false }),
    'people, after an act': people(text, of, { isOwner: true, done: 'invited' }),
    'people, of a group': people(text, group, { isOwner: true }),
    'people, of a group, for a co-leader': people(text, group, { isOwner: false }),
    'people, of a programme': people(text, programme, { isOwner: true }),
    'people, of a programme, for a co-manager': people(text, programme, { isOwner: false }),
    'people, of a widget': people(text, widget, { isOwner: true }),
    'people, of a widget, for a co-manager': people(text, widget, { isOwner: false }),
    invitation: invitation(text, 'project'),
    'invitation, to a widget': invitation(text, 'widget'),
    origin: {
      name: 'origin',
      title: text,
      data: {
        project: managed,
        typed: text,
        asked: { origin: text, host: text, line: text },
        fault: { why: 'slow', isUnproved: true },
      },
    },
    'remove-origin': {
      name: 'remove-origin',
      title: text,
      data: { project: managed, origin: text, permissions: 3 },
    },
    'origin, not asked yet': { name: 'origin', title: text, data: { project: managed, typed: '' } },
    'invitation, other address': {
      name: 'invitation',
      title: text,
      data: { state: 'other-address', invited: text, account: text },
    },
    'invitation, refused': {
      name: 'invitation',
      title: text,
      data: { state: 'refused', kind: 'project', title: text },
    },
    'invitation, ended': { name: 'invitation', title: text, data: { state: 'ended' } },
    history: {
      name: 'history',
      title: text,
      data: { project: managed, entries },
    },
    'history, for an editor': { name: 'history', title: text, data: { project: head, entries } },
    edit: {
      name: 'edit',
      title: text,
      data: {
        project: managed,
        form,
        corrected: ['goal'],
        pending: ['task', 'image'],
        isPublished: true,
        isTrusted: true,
        saved: { how: 'pending', older: ['de', 'fr'] },
        preview,
      },
    },
    'edit, changed by somebody else': {
      name: 'edit',
      title: text,
      data: {
        project: managed,
        form,
        preview,
        seen: text,
        isUnsaved: true,
        corrected: [],
        pending: [],
        isPublished: true,
        isTrusted: false,
      },
    },
    'edit, after the session': {
      name: 'edit',
      title: text,
      data: {
        project: head,
        form: { ...form, faults: [] },
        seen: text,
        isUnsaved: true,
        isSignedOut: true,
        corrected: [],
        pending: [],
        isPublished: true,
        isTrusted: false,
      },
    },
    'page-preview': {
      name: 'page-preview',
      title: text,
      data: { preview, back: '/add/3' },
    },
    'page-preview, of a project': { name: 'page-preview', title: text, data: { preview } },
  };
}

const invitation = (text: string, kind: ManagedKind): Page => ({
  name: 'invitation',
  title: text,
  data: {
    state: 'ask',
    token: 'token',
    kind,
    title: text,
    description: kind === 'project' ? text : '',
    invitation: { address: text, by: text, until: text },
    account: text,
  },
});

/** The people of a project or a widget: an owner, the reader, and a co-manager. */
function people(
  text: string,
  of: PeoplePage['of'],
  data: Pick<PeoplePage, 'isOwner' | 'fault' | 'done'>,
): Page {
  const { isOwner } = data;
  return {
    name: 'people',
    title: text,
    data: {
      of,
      isWithheld: false,
      ...data,
      managers: [
        { id: 1, name: text, isYou: isOwner, isOwner: true },
        { id: 2, name: text, isYou: !isOwner, isOwner: false },
        { id: 3, name: `${text}@example.org`, isYou: false, isOwner: false },
      ],
      invitations: isOwner ? [{ id: 'digest', address: text, by: text, until: text }] : [],
    },
  };
}
