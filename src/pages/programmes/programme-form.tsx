import { countedSources, type ProgrammeFormPage as Data } from '../../contract/pages/programmes.ts';
import { Fold } from '../../ui/fold.tsx';
import { FieldFault, faulty } from '../../ui/forms/text-field.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';

type FieldName = keyof ReturnType<typeof useWords>['words']['programmeForm']['labels'];
type FieldProps = {
  data: Data;
  name: FieldName;
  /** The language of a translated text. */
  code?: string;
  kind?: 'text' | 'long' | 'number' | 'date' | 'colour' | 'file';
  max?: number;
  isRequired?: boolean;
};

/** The fields of a programme, new or as it is. */
export function ProgrammeFormPage({ data, frame }: PageProps<'programme-form'>) {
  const { words, say } = useWords();
  const w = words.programmeForm;
  const { of, form, faults, given } = data;
  const translated = (frame.languages ?? []).filter(([code]) => given[`text-${code}`] !== undefined);
  return (
    <div class="narrow">
      <p class="back">
        <a href={of ? of.path : '/programmes'}>← {of ? of.name : words.programmes.title}</a>
      </p>
      <h1>{of ? say(w.change, { name: of.name }) : words.programmes.request}</h1>
      {!of && <p class="lead">{w.lead}</p>}
      <form
        method="post"
        action={of ? `${of.path}/edit` : '/programmes/new'}
        class="stack"
        encType={of && 'multipart/form-data'}
      >
        <input type="hidden" name="form" value={form} />
        {Object.keys(faults).length > 0 && (
          <p class="field-fault" role="alert">
            {w.notSent}
          </p>
        )}
        <Field data={data} name="name" max={80} isRequired />
        <Field data={data} name="text" kind="long" max={2000} isRequired />
        <Field data={data} name="award" max={300} isRequired />
        <fieldset class="programme-rule">
          <legend>{w.rule}</legend>
          <p class="hint">{w.ruleSays}</p>
          <div class="field-pair">
            <Field data={data} name="contributions" kind="number" />
            <Field data={data} name="hours" kind="number" />
            <Field data={data} name="projects" kind="number" />
          </div>
          <div class="field-pair">
            <Field data={data} name="from" kind="date" />
            <Field data={data} name="to" kind="date" />
          </div>
          <label class="check">
            <input type="checkbox" name="isYearly" value="true" checked={given['isYearly'] === 'true'} />
            <span>{w.yearly}</span>
          </label>
          <div class="field">
            <label for="counts">{w.labels.counts}</label>
            <select id="counts" name="counts">
              {countedSources.map((one) => (
                <option value={one} selected={given['counts'] === one}>
                  {w.counts[one]}
                </option>
              ))}
            </select>
          </div>
        </fieldset>
        <Fold
          heading="h2"
          id="look"
          title={w.look}
          isOpen={['link', 'search', 'ground', 'ink', 'logo'].some((name) => name in faults)}
        >
          <Field data={data} name="link" max={2000} />
          <Field data={data} name="search" max={1000} />
          <Field data={data} name="ground" kind="colour" />
          <Field data={data} name="ink" kind="colour" />
          {of && (
            <>
              {of.logo !== undefined && (
                <>
                  <img src={of.logo} alt="" class="programme-logo" />
                  <label class="check">
                    <input type="checkbox" name="no-logo" value="yes" />
                    <span>{w.noLogo}</span>
                  </label>
                </>
              )}
              <Field data={data} name="logo" kind="file" />
            </>
          )}
        </Fold>
        {(frame.languages ?? []).map(([code, language]) => (
          <Fold
            heading="h2"
            id={`in-${code}`}
            title={say(w.inLanguage, { language })}
            isOpen={translated.some(([one]) => one === code)}
          >
            <Field data={data} name="name" code={code} max={80} />
            <Field data={data} name="text" code={code} kind="long" max={2000} />
            <Field data={data} name="award" code={code} max={300} />
          </Fold>
        ))}
        <button class="button primary waking">{of ? w.save : w.send}</button>
      </form>
    </div>
  );
}

function Field({ data: { given, faults }, name, code, kind = 'text', max, isRequired }: FieldProps) {
  const { words, tag } = useWords();
  const w = words.programmeForm;
  const id = code === undefined ? name : `${name}-${code}`;
  const fault = faults[id];
  const shared = {
    id,
    name: id,
    dir: 'auto' as const,
    lang: code,
    maxLength: max,
    required: isRequired,
    ...faulty(id, fault),
  };
  return (
    <div class="field">
      <label for={id}>{w.labels[name]}</label>
      {kind === 'long' ? (
        <textarea rows={6} {...shared}>
          {given[id] ?? ''}
        </textarea>
      ) : kind === 'file' ? (
        <input type="file" accept="image/*" id={id} name={id} {...faulty(id, fault)} />
      ) : (
        <input
          {...shared}
          value={given[id] ?? ''}
          // Preact's types have no attribute for one of two kinds.
          type={(kind === 'date' ? 'date' : 'text') as 'text'}
          inputMode={kind === 'number' ? 'numeric' : undefined}
          placeholder={kind === 'colour' ? '#0b5d4b' : undefined}
          autocomplete="off"
        />
      )}
      <FieldFault
        of={id}
        text={fault === undefined ? undefined : tag === 'en' ? `${w.labels[name]} ${fault}.` : w.badField}
      />
    </div>
  );
}
