import type { TypedForm } from '../../contract/pages/project-form.ts';
import { useWords } from '../../ui/words/use-words.tsx';
import { useDescribedBy, Fault, fieldId, Help, Optional, textIn } from './field.tsx';

type Props = { form: TypedForm; upload: NonNullable<TypedForm['upload']> };

/**
 * The picture of a project: a file or an address. One that was uploaded is kept until another is given or the box is
 * ticked; a file counts more than an address.
 */
export function PictureControl({ form, upload: { path } }: Props) {
  const { words } = useWords();
  const w = words.form.picture;
  return (
    <div data-picture>
      <fieldset class="field choices-field" aria-describedby={useDescribedBy(form, 'image')}>
        <legend>
          {words.labels.image}
          <Optional form={form} name="image" />
        </legend>
        <Help name="image" />
        {path !== undefined && (
          <div class="kept-picture">
            <img class="upload" src={path} alt={w.uploaded} />
            <input type="hidden" name="image_kept" value={textIn(form, 'image')} />
            <label class="check" for="image_off">
              <input type="checkbox" id="image_off" name="image_off" value="yes" />
              <span>{w.without}</span>
            </label>
          </div>
        )}
        <div class="field">
          <label for="picture">{path === undefined ? w.upload : w.another}</label>
          <input
            type="file"
            id="picture"
            name="picture"
            accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          />
        </div>
        <div class="field">
          <label for={fieldId('image')}>{w.address}</label>
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
}
