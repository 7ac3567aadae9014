import type { RegionWay, TypedForm } from '../../contract/pages/project-form.ts';
import { type PageWords, partOf } from '../../ui/words/language.ts';
import { useWords } from '../../ui/words/use-words.tsx';
import { Choices, fieldId, textIn } from './field.tsx';

const ways: RegionWay[] = ['anywhere', 'online', 'named', 'circle', 'drawn'];
/** The words with which a script draws the map. */
const ofMap: (keyof PageWords)[] = ['areaMap', 'counts', 'position', 'ages'];

/** Where a project takes place, in one of several ways; the texts of the other ways are kept. */
export function RegionsControl({ form }: { form: TypedForm }) {
  const chosen = textIn(form, 'where');
  const language = useWords();
  const w = language.words.form.where;
  const all = form.hasArea ? ['same' as const, ...ways] : ways;
  return (
    <Choices form={form} name="regions">
      {all.map((way) => (
        <div class="way">
          <label class="check" for={`${fieldId('where')}-${way}`}>
            <input
              type="radio"
              id={`${fieldId('where')}-${way}`}
              name="where"
              value={way}
              checked={chosen === way}
            />
            <span>{w[way]}</span>
          </label>
          {way === 'named' && (
            <div class="field under">
              <label for={fieldId('where_named')}>{w.names}</label>
              <textarea id={fieldId('where_named')} name="where_named" rows={2}>
                {textIn(form, 'where_named')}
              </textarea>
              {form.understood && (
                <p class="quiet">{language.say(w.understood, { places: form.understood.join(' · ') })}</p>
              )}
            </div>
          )}
          {way === 'circle' && (
            <div class="under circle-fields">
              <div class="field">
                <label for={fieldId('circle_at')}>{w.at}</label>
                <input
                  id={fieldId('circle_at')}
                  name="circle_at"
                  value={textIn(form, 'circle_at')}
                  placeholder={w.atExample}
                />
              </div>
              <div class="field">
                <label for={fieldId('circle_km')}>{w.km}</label>
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
              <label for={fieldId('drawn')}>{w.outline}</label>
              <textarea id={fieldId('drawn')} name="regions" rows={2} spellcheck={false} class="code">
                {textIn(form, 'regions')}
              </textarea>
            </div>
          )}
        </div>
      ))}
      {/* Drawn by a script (region-map), which fills in the fields above. */}
      <div class="under" data-region-map={JSON.stringify(partOf(language, ofMap))} hidden />
    </Choices>
  );
}
