import { projectForm, type ProjectField, type TypedForm } from '../../contract/pages/project-form.ts';
import { projectStatuses } from '../../contract/fields/status-words.ts';
import { Choices, useDescribedBy, Fault, faultOf, fieldId, Help, Optional, textIn } from './field.tsx';
import { PictureControl } from './picture.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import { RegionsControl } from './regions.tsx';
import { Translations } from './translations.tsx';

type Props = { form: TypedForm; name: ProjectField };

/** The control of a field, by the table that every field is in. */
export function Control({ form, name }: Props) {
  const { words, say, language } = useWords();
  const w = words.form;
  const { control, names } = projectForm[name];
  if (control === 'regions') return <RegionsControl form={form} />;
  if (control === 'translations') return <Translations form={form} />;
  if (control === 'picture' && form.upload) return <PictureControl form={form} upload={form.upload} />;
  if (control === 'flag') return <Flag form={form} name={name} />;
  if (names) return <Boxes form={form} name={name} names={names} />;
  return (
    <div class="field">
      <label for={fieldId(name)}>
        {words.labels[name]}
        <Optional form={form} name={name} />
      </label>
      <Help name={name} />
      <Entry form={form} name={name} />
      {name === 'languages' && form.textLanguage && (
        <p class="quiet">{say(w.textLanguage, { language: language(form.textLanguage) })}</p>
      )}
      <Fault form={form} name={name} />
    </div>
  );
}

function Entry({ form, name }: Props) {
  const { form: w } = useWords().words;
  const { control } = projectForm[name];
  const shared = {
    id: fieldId(name),
    name,
    'aria-invalid': faultOf(form, name) === undefined ? undefined : ('true' as const),
    'aria-describedby': useDescribedBy(form, name),
  };
  const value = textIn(form, name);
  if (control === 'status')
    return <Select {...shared} value={value || 'active'} values={projectStatuses} texts={w.statuses} />;
  if (control === 'type')
    return <Select {...shared} value={value || 'Project'} values={['Project', 'Event']} texts={w.types} />;
  if (control === 'paragraphs')
    return (
      <textarea {...shared} rows={name === 'description' ? 8 : 3}>
        {value}
      </textarea>
    );
  const text = { ...shared, value, autoComplete: name === 'contact_email' ? 'email' : 'off' } as const;
  if (control === 'email') return <input {...text} type="email" />;
  if (control === 'date') return <input {...text} type="date" />;
  // No `type=url`: a browser would refuse an address without its scheme, which is read here.
  return (
    <input
      {...text}
      type="text"
      inputMode={control === 'address' || control === 'picture' ? 'url' : undefined}
    />
  );
}

type SelectProps = {
  id: string;
  name: string;
  value: string;
  values: readonly string[];
  texts: Record<string, string>;
};

const Select = ({ value, values, texts, ...shared }: SelectProps) => (
  <select {...shared}>
    {values.map((one) => (
      <option value={one} selected={one === value}>
        {texts[one] ?? one}
      </option>
    ))}
  </select>
);

/**
 * A box that is not ticked sends nothing, so the hidden field after it sends "no". If both are sent, the first counts.
 */
function Flag({ form, name }: Props) {
  const usual = name === 'preregistration' ? 'no' : 'yes';
  return (
    <div class="field">
      <label class="check" for={fieldId(name)}>
        <input
          type="checkbox"
          id={fieldId(name)}
          name={name}
          value="yes"
          checked={(textIn(form, name) || usual) === 'yes'}
          aria-describedby={useDescribedBy(form, name)}
        />
        <span>{useWords().words.labels[name]}</span>
      </label>
      <input type="hidden" name={name} value="no" />
      <Help name={name} />
      <Fault form={form} name={name} />
    </div>
  );
}

function Boxes({ form, name, names }: Props & { names: readonly string[] }) {
  const value = form.typed[name];
  const { nameOf } = useWords();
  const kind = name === 'audience' ? 'audiences' : (name as 'topics' | 'activities');
  const ticked = new Set(typeof value === 'string' ? [value] : value);
  return (
    <Choices form={form} name={name}>
      <ul class="boxes">
        {names.map((each, at) => (
          <li>
            <label class="check" for={`${fieldId(name)}-${at}`}>
              <input
                type="checkbox"
                id={`${fieldId(name)}-${at}`}
                name={name}
                value={each}
                checked={ticked.has(each)}
              />
              <span>{nameOf(kind, each)}</span>
            </label>
          </li>
        ))}
      </ul>
    </Choices>
  );
}
