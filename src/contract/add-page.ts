/** The data of the pages on which people register a project, and change it. */
import type { CoverageMap } from './coverage-map.ts';
import type { ProjectCardData } from './finder-page.ts';
import type { ProjectWithTabs } from './pages.ts';
import type { TypedForm } from './project-form.ts';

export type DraftHead = { id: number; name: string; changed: string };

/** A project that is listed and may be the same one. */
export type Alike = { id: number; title: string; path: string; why: 'site' | 'name' };

export type AddPage =
  /** Asks for the address of the project's own page. */
  | { state: 'start'; drafts: DraftHead[]; url: string; fault?: string; isSignedIn: boolean }
  | {
      state: 'form';
      draft: number;
      form: TypedForm;
      /** Absent while there is no name yet. */
      card?: ProjectCardData;
      /** Where it takes place, as far as it can be drawn. */
      map?: CoverageMap;
      alike: Alike[];
      /** The outcome of reading the project's own page. */
      read?: 'read' | 'unread';
      isSignedIn: boolean;
    }
  /** Asks somebody who is not signed in for the address that the project is registered with. */
  | { state: 'address'; draft: number; name: string; email: string; fault?: string }
  | { state: 'mailed'; name: string }
  /** The last look, for somebody whom the mailed link signed in. */
  | { state: 'confirm'; draft: number; card: ProjectCardData }
  | { state: 'delete'; draft: number; name: string }
  | { state: 'sent'; id: number; title: string; path: string };

/** A project's fields, as its managers change them. */
export type EditPage = {
  project: ProjectWithTabs;
  form: TypedForm;
  /** The labels of the fields that an editor corrected: an update leaves them. */
  corrected: string[];
  /** The labels of the fields whose change awaits review. */
  pending: string[];
  isPublished: boolean;
  isTurnedDown?: true;
  isTrusted: boolean;
  /** The outcome of the changes that were sent just now. */
  saved?: string;
};
