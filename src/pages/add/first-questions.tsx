import type { AddPage, FirstQuestion } from '../../contract/pages/add.ts';
import { useWords } from '../../ui/words/use-words.tsx';
import { FormFaults } from '../project-form/groups.tsx';
import { Control } from '../project-form/control.tsx';
import { DraftEnd, DraftFrame } from './draft-frame.tsx';

type Data = Extract<AddPage, { state: 'form' }>;

/** The first step of a draft: three questions, before the whole form. With a script it is kept while people type. */
export function FirstQuestions({ data, asked }: { data: Data; asked: FirstQuestion[] }) {
  const { add } = useWords().words;
  const w = add.questions;
  const isAsked = (field: string) => asked.some((one) => one === field);
  const form = { ...data.form, faults: data.form.faults.filter(({ field }) => isAsked(field)) };
  return (
    <DraftFrame draft={data.draft}>
      <input type="hidden" name="step" value={asked.join(' ')} />
      <FormFaults form={form} />
      <section class="form-group" aria-labelledby="questions">
        <h2 id="questions">{w.title}</h2>
        <p class="quiet">{w.says}</p>
        {asked.map((field) => (
          <>
            <h3>{w[field]}</h3>
            <Control form={form} name={field} />
          </>
        ))}
      </section>
      <DraftEnd
        draft={data.draft}
        buttons={
          <>
            <button class="button primary" name="act" value="go-on">
              {w.goOn}
            </button>
            <button class="button plain" name="act" value="preview">
              {w.preview}
            </button>
          </>
        }
      >
        {add.notSent}
      </DraftEnd>
    </DraftFrame>
  );
}
