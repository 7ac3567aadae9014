import type { TypedForm } from '../../contract/pages/project-form.ts';
import { projectForm } from '../../contract/pages/project-form.ts';
import { describedBy, Fault, fieldId, Help, Optional, textIn } from './field.tsx';

type Props = { form: TypedForm; upload: NonNullable<TypedForm['upload']> };

/**
 * The picture of a project: a file or an address. One that was uploaded is kept until another is given or the box is
 * ticked; a file counts more than an address.
 */
export const PictureControl = ({ form, upload: { path } }: Props) => (
  <div data-picture>
    <fieldset class="field choices-field" aria-describedby={describedBy(form, 'image')}>
      <legend>
        {projectForm.image.label}
        <Optional form={form} name="image" />
      </legend>
      <Help name="image" />
      {path !== undefined && (
        <div class="kept-picture">
          <img class="upload" src={path} alt="The picture that you uploaded" />
          <input type="hidden" name="image_kept" value={textIn(form, 'image')} />
          <label class="check" for="image_off">
            <input type="checkbox" id="image_off" name="image_off" value="yes" />
            <span>Without this picture</span>
          </label>
        </div>
      )}
      <div class="field">
        <label for="picture">{path === undefined ? 'Upload a file' : 'Upload another file'}</label>
        <input
          type="file"
          id="picture"
          name="picture"
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
        />
      </div>
      <div class="field">
        <label for={fieldId('image')}>or the address of a picture on the web</label>
        <input
          id={fieldId('image')}
          type="text"
          name="image"
          inputMode="url"
          autoComplete="off"
          placeholder="https://example.org/birds.jpg"
          value={path === undefined ? textIn(form, 'image') : ''}
        />
      </div>
      <Fault form={form} name="image" />
    </fieldset>
  </div>
);
