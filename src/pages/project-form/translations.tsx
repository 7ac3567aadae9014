import { projectForm, type TypedForm } from '../../contract/pages/project-form.ts';
import { translatedFields, type TranslatedField } from '../../contract/fields/translated-fields.ts';
import { projectLanguages } from '../../contract/fields/project-languages.ts';
import { isRightToLeft } from '../../ui/words/language.ts';
import { useWords } from '../../ui/words/use-words.tsx';
import { Fault, fieldId, Help, textIn } from './field.tsx';

type Typed = Record<string, Partial<Record<TranslatedField, string>>>;

/** As they were typed: JSON, by the code of each language. */
function typedIn(form: TypedForm): Typed {
  try {
    return JSON.parse(textIn(form, 'translations') || '{}') as Typed;
  } catch {
    return {};
  }
}

const fields = Object.keys(translatedFields) as TranslatedField[];

/** One language after the other, each field next to what it is a translation of. */
export function Translations({ form }: { form: TypedForm }) {
  const typed = typedIn(form);
  const codes = Object.keys(typed);
  return (
    <div class="field" id={fieldId('translations')}>
      <Help name="translations" />
      <Fault form={form} name="translations" />
      {codes.map((code) => (
        <Language key={code} form={form} code={code} texts={typed[code] ?? {}} />
      ))}
      {form.mayAddLanguage && <AddLanguage codes={codes} />}
    </div>
  );
}

/** `codes`: of the languages that are there. */
const AddLanguage = ({ codes }: { codes: string[] }) => {
  const { words, tag, language } = useWords();
  const w = words.form.translations;
  return (
    <div class="field">
      <label for="f-translation-add">{w.add}</label>
      <div class="field-and-button">
        <select id="f-translation-add" name="translation_add">
          <option value="" selected>
            {w.choose}
          </option>
          {projectLanguages
            .filter((code) => !codes.includes(code))
            .map((code) => [language(code), code] as const)
            .sort(([one], [other]) => one.localeCompare(other, tag))
            .map(([name, code]) => (
              <option value={code}>{name}</option>
            ))}
        </select>
        <button class="button plain" name="act" value="preview">
          {w.button}
        </button>
      </div>
    </div>
  );
};

function Language({ form, code, texts }: { form: TypedForm; code: string; texts: Typed[string] }) {
  const { words, say, number, ...names } = useWords();
  const w = words.form;
  const language = names.language(code);
  const wanted = fields.filter((field) => textIn(form, field) !== '' || texts[field] !== undefined);
  const missing = wanted.filter((field) => !texts[field]).length;
  return (
    <details class="form-group" open={missing > 0}>
      <summary>
        <h3>{language}</h3>{' '}
        <span class="quiet">
          {say(w.of, { n: number(wanted.length - missing), all: number(wanted.length) })}
        </span>
      </summary>
      <p class="quiet">{w.translations.remove}</p>
      {wanted.map((field) => {
        const id = `f-${code}-${field}`;
        const { control } = projectForm[field];
        const shared = {
          id,
          name: `translations.${code}.${field}`,
          lang: code,
          dir: isRightToLeft(code) ? ('rtl' as const) : ('ltr' as const),
          'aria-describedby': `${id}-original`,
        };
        return (
          <div class="field" key={field}>
            <label for={id}>{say(w.translations.field, { label: words.labels[field], language })}</label>
            <p class="field-help original" id={`${id}-original`} dir="auto">
              {textIn(form, field)}
            </p>
            {control === 'paragraphs' ? (
              <textarea {...shared} rows={field === 'description' ? 8 : 3}>
                {texts[field] ?? ''}
              </textarea>
            ) : (
              <input {...shared} type="text" value={texts[field] ?? ''} autoComplete="off" />
            )}
          </div>
        );
      })}
    </details>
  );
}
