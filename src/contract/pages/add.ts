/** The data of the pages on which people register a project, and change it. */
import type { CoverageMap } from './maps.ts';
import type { ProjectCardData } from './finder.ts';
import type { PageData, ProjectWithTabs } from '../pages.ts';
import type { ProjectField, TypedForm } from './project-form.ts';

type DraftHead = { id: number; name: string; changed: string };

/** A project that is listed and may be the same one: of the same page, with the same name, or nearly so on one site. */
export type LikelyDuplicate = { id: number; title: string; path: string; why: 'site' | 'name' | 'host' };

/** The project's page as the form would make it. */
export type PagePreview = {
  page: PageData['project'];
  /** Fields without which it cannot be sent: empty, or with a fault. */
  needed: ProjectField[];
  /** Empty fields that most pages have. */
  empty: ProjectField[];
  /** The site from which the picture is fetched when the project is published. */
  pictureFrom?: string;
};

/** The preview as a page of its own; `back`: the form, absent where it is still open in another tab. */
export type WholePreview = { preview: PagePreview; back?: string };

/** The fields that the first step may ask for, the most telling first; required ones among them come with the form. */
export const firstQuestions = [
  ...(['name', 'task', 'regions', 'contact_email', 'description', 'origin'] as const),
  ...(['time_commitment', 'goal'] as const),
] satisfies ProjectField[];
export type FirstQuestion = (typeof firstQuestions)[number];

export type AddPage =
  /** Asks for the address of the project's own page. */
  | { state: 'start'; drafts: DraftHead[]; url: string; fault?: string; isSignedIn: boolean }
  | {
      state: 'form';
      draft: number;
      form: TypedForm;
      /** The first step: only these fields, before the whole form. */
      asked?: FirstQuestion[];
      /** Absent while there is no name yet. */
      card?: ProjectCardData;
      /** Where it takes place, as far as it can be drawn. */
      map?: CoverageMap;
      preview: PagePreview;
      likelyDuplicates: LikelyDuplicate[];
      /** Why the project's own page could not be read. */
      unread?: string;
      isSignedIn: boolean;
    }
  /** Asks somebody who is not signed in for the address that the project is registered with. */
  | { state: 'address'; draft: number; name: string; email: string; fault?: string }
  | { state: 'mailed'; draft: number; name: string; email: string }
  /** The last look, for somebody whom the mailed link signed in. */
  | { state: 'confirm'; draft: number; card: ProjectCardData }
  | { state: 'delete'; draft: number; name: string }
  | { state: 'sent'; id: number; title: string; path: string };

/** A project's fields, as its managers change them. */
export type EditPage = {
  project: ProjectWithTabs;
  form: TypedForm;
  /** The fields that an editor corrected: an update leaves them. */
  corrected: ProjectField[];
  /** The fields whose change awaits review. */
  pending: ProjectField[];
  isPublished: boolean;
  isTurnedDown?: true;
  isTrusted: boolean;
  /** Absent where the session has ended. */
  preview?: PagePreview;
  /** The outcome of the changes that were sent just now; `older`: the codes of translations that are as before. */
  saved?: { how: 'not' | 'unpublished' | 'pending' | 'shown'; older?: string[] };
  /** Why nothing was saved, although no field is at fault. */
  refused?: string;
  /** Digests of the fields as this form shows them: sent back, so that nothing is undone that others saved meanwhile. */
  seen?: string;
  /** The form holds what was typed and is not saved. */
  isUnsaved?: true;
  /** The session ended before it was sent. */
  isSignedOut?: true;
};
