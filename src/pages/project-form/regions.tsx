import type { RegionWay, TypedForm } from '../../contract/pages/project-form.ts';
import { Choices, fieldId, textIn } from './field.tsx';

const ways: { way: RegionWay; text: string }[] = [
  { way: 'anywhere', text: 'Anywhere: people take part wherever they are' },
  { way: 'online', text: 'Online' },
  { way: 'named', text: 'In countries, states or towns, by their names' },
  { way: 'circle', text: 'Within a distance of a place' },
  { way: 'drawn', text: 'In an outline or at points, as GeoJSON or WKT' },
];

/** Where a project takes place, in one of several ways; the texts of the other ways are kept. */
export function RegionsControl({ form }: { form: TypedForm }) {
  const chosen = textIn(form, 'where');
  const all = form.hasArea ? [{ way: 'same' as const, text: 'In the area as it is now' }, ...ways] : ways;
  return (
    <Choices form={form} name="regions">
      {all.map(({ way, text }) => (
        <div class="way">
          <label class="check" for={`${fieldId('where')}-${way}`}>
            <input
              type="radio"
              id={`${fieldId('where')}-${way}`}
              name="where"
              value={way}
              checked={chosen === way}
            />
            <span>{text}</span>
          </label>
          {way === 'named' && (
            <div class="field under">
              <label for={fieldId('where_named')}>Countries, states or towns, one on each line</label>
              <textarea id={fieldId('where_named')} name="where_named" rows={2}>
                {textIn(form, 'where_named')}
              </textarea>
              {form.understood && <p class="quiet">Understood: {form.understood.join(' · ')}</p>}
            </div>
          )}
          {way === 'circle' && (
            <div class="under circle-fields">
              <div class="field">
                <label for={fieldId('circle_at')}>Place, or latitude and longitude</label>
                <input
                  id={fieldId('circle_at')}
                  name="circle_at"
                  value={textIn(form, 'circle_at')}
                  placeholder="Seattle, or 47.6, -122.3"
                />
              </div>
              <div class="field">
                <label for={fieldId('circle_km')}>Kilometres around it</label>
                <input
                  id={fieldId('circle_km')}
                  name="circle_km"
                  value={textIn(form, 'circle_km')}
                  inputMode="decimal"
                />
              </div>
            </div>
          )}
          {way === 'drawn' && (
            <div class="field under">
              <label for={fieldId('drawn')}>GeoJSON or WKT, longitude first</label>
              <textarea id={fieldId('drawn')} name="regions" rows={2} spellcheck={false} class="code">
                {textIn(form, 'regions')}
              </textarea>
            </div>
          )}
        </div>
      ))}
      {/* Drawn by a script (region-map), which fills in the fields above. */}
      <div class="under" data-region-map hidden />
    </Choices>
  );
}
