import { countedSources, type ProgrammeFormPage as Data } from '../../contract/pages/programmes.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Field, FormFault, labelledFault } from '../../ui/forms/text-field.tsx';
import { FilterChoice } from '../../ui/forms/volunteer-filter.tsx';
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
      <BackLink href={of ? of.path : '/programmes'}>← {of ? of.name : words.programmes.title}</BackLink>
      <h1>{of ? say(w.change, { name: of.name }) : words.programmes.request}</h1>
      {!of && <p class="lead">{w.lead}</p>}
      <form
        method="post"
        action={of ? `${of.path}/edit` : '/programmes/new'}
        class="stack"
        encType={of && 'multipart/form-data'}
      >
        <input type="hidden" name="form" value={form} />
        <FormFault text={Object.keys(faults).length > 0 && w.notSent} />
        <TypedField data={data} name="name" max={80} isRequired />
        <TypedField data={data} name="text" kind="long" max={2000} isRequired />
        <TypedField data={data} name="award" max={300} isRequired />
        <fieldset class="programme-rule">
          <legend>{w.rule}</legend>
          <p class="hint">{w.ruleSays}</p>
          <div class="field-pair">
            <TypedField data={data} name="contributions" kind="number" />
            <TypedField data={data} name="hours" kind="number" />
            <TypedField data={data} name="projects" kind="number" />
          </div>
          <div class="field-pair">
            <TypedField data={data} name="from" kind="date" />
            <TypedField data={data} name="to" kind="date" />
          </div>
          <label class="check">
            <input type="checkbox" name="isYearly" value="true" checked={given['isYearly'] === 'true'} />
            <span>{w.yearly}</span>
          </label>
          <FilterChoice
            name="counts"
            label={w.labels.counts}
            options={countedSources.map((one) => [one, w.counts[one]])}
            value={given['counts'] ?? 'reported'}
          />
        </fieldset>
        <Fold
          heading="h2"
          id="look"
          title={w.look}
          isOpen={['link', 'search', 'ground', 'ink', 'logo'].some((name) => name in faults)}
        >
          <TypedField data={data} name="link" max={2000} />
          <TypedField data={data} name="search" max={1000} />
          <TypedField data={data} name="ground" kind="colour" />
          <TypedField data={data} name="ink" kind="colour" />
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
              <TypedField data={data} name="logo" kind="file" />
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
            <TypedField data={data} name="name" code={code} max={80} />
            <TypedField data={data} name="text" code={code} kind="long" max={2000} />
            <TypedField data={data} name="award" code={code} max={300} />
          </Fold>
        ))}
        <button class="button primary waking">{of ? w.save : w.send}</button>
      </form>
    </div>
  );
}

function TypedField({ data: { given, faults }, name, code, kind = 'text', max, isRequired }: FieldProps) {
  const language = useWords();
  const label = language.words.programmeForm.labels[name];
  const id = code === undefined ? name : `${name}-${code}`;
  const shared = { dir: 'auto' as const, lang: code, maxLength: max, required: isRequired };
  return (
    <Field id={id} label={label} fault={labelledFault(language, label, faults[id])}>
      {(control) =>
        kind === 'long' ? (
          <textarea {...control} rows={6} {...shared}>
            {given[id] ?? ''}
          </textarea>
        ) : kind === 'file' ? (
          <input {...control} type="file" accept="image/*" />
        ) : (
          <input
            {...control}
            {...shared}
            value={given[id] ?? ''}
            // Preact's types have no attribute for one of two kinds.
            type={(kind === 'date' ? 'date' : 'text') as 'text'}
            inputMode={kind === 'number' ? 'numeric' : undefined}
            placeholder={kind === 'colour' ? '#0b5d4b' : undefined}
            autocomplete="off"
          />
        )
      }
    </Field>
  );
}
