/** The picture of a form: a file that was sent with it, or one that was uploaded before. */
import type { Typed, TypedForm } from '../../../src/contract/pages/project-form.ts';
import type { Visit } from '../../http/pages.ts';
import type { Holding } from '../../images/upload-store.ts';
import type { Project } from '../reading/read-project.ts';
import type { ProjectStore } from '../store.ts';
import { picturePath } from '../derived/project-text.ts';
import { type Fault, textIn } from './typed-form.ts';

export type Pictures = {
  upload: (
    bytes: Buffer,
    to: Holding,
    visit: Pick<Visit, 'ip' | 'now'>,
  ) => Promise<{ image: string } | { fault: string }>;
  /** The picture that an address of ours leads to. */
  pictureAt: (url: string) => string | undefined;
  pictureSize: (picture: string) => Promise<{ width: number; height: number } | undefined>;
  dropUploads: (of: Holding) => Promise<void>;
};

/** Takes the file of a form, if it has one: its address becomes the image, or its fault is one of the form. */
export async function withPicture(
  typed: Typed,
  { upload }: Pictures,
  to: Holding,
  visit: Visit,
): Promise<{ typed: Typed; faults: Fault[] }> {
  if (!visit.file) return { typed, faults: [] };
  const taken = await upload(visit.file, to, visit);
  return 'image' in taken
    ? { typed: { ...typed, image: taken.image }, faults: [] }
    : { typed, faults: [{ field: 'image', message: taken.fault }] };
}

export function uploadOf(typed: Typed, { pictureAt }: Pictures): NonNullable<TypedForm['upload']> {
  const picture = pictureAt(textIn(typed, 'image'));
  return picture === undefined ? {} : { path: picturePath(picture) };
}

/**
 * Shows an uploaded picture to editors and managers before the project is published: unlike one that is named, nothing
 * has to be fetched for it.
 */
export async function showUpload(
  { showPicture }: Pick<ProjectStore, 'showPicture'>,
  { pictureAt }: Pictures,
  id: number,
  { image }: Pick<Project, 'image'>,
): Promise<void> {
  const picture = image === undefined ? undefined : pictureAt(image);
  if (image !== undefined && picture !== undefined) await showPicture(id, image, picture);
}
