import type { AddPage, FirstQuestion } from '../../contract/pages/add.ts';
import { FormFaults } from '../project-form/groups.tsx';
import { Control } from '../project-form/control.tsx';
import { DraftEnd, DraftFrame } from './draft-frame.tsx';

type Data = Extract<AddPage, { state: 'form' }>;

const texts: Record<FirstQuestion, string> = {
  name: 'What is the project called?',
  task: 'What do people do?',
  regions: 'Where does it take place?',
  contact_email: 'Who answers the questions of our editors?',
  description: 'What is it about?',
  origin: 'Which organisation registers it?',
  time_commitment: 'How much time does it take?',
  goal: 'What is it for?',
};

/** The first step of a draft: three questions, before the whole form. With a script it is kept while people type. */
export function FirstQuestions({ data, asked }: { data: Data; asked: FirstQuestion[] }) {
  const isAsked = (field: string) => asked.some((one) => one === field);
  const form = { ...data.form, faults: data.form.faults.filter(({ field }) => isAsked(field)) };
  return (
    <DraftFrame draft={data.draft}>
      <input type="hidden" name="step" value={asked.join(' ')} />
      <FormFaults form={form} />
      <section class="form-group" aria-labelledby="questions">
        <h2 id="questions">Three questions first</h2>
        <p class="quiet">
          Leave empty what you do not know yet: you can change every answer in the next step, which has the
          other fields.
        </p>
        {asked.map((field) => (
          <>
            <h3>{texts[field]}</h3>
            <Control form={form} name={field} />
          </>
        ))}
      </section>
      <DraftEnd
        draft={data.draft}
        buttons={
          <>
            <button class="button primary" name="act" value="go-on">
              Go on
            </button>
            <button class="button plain" name="act" value="preview">
              Save and see the card
            </button>
          </>
        }
      >
        Nothing is sent yet.
      </DraftEnd>
    </DraftFrame>
  );
}
