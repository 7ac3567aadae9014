import type { AddPage } from '../../contract/pages/add.ts';
import { Time } from '../../ui/time.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import { Section } from '../../ui/section.tsx';
import { FieldFault, faulty } from '../../ui/forms/text-field.tsx';

type Data = Extract<AddPage, { state: 'start' }>;

/** Asks for the address of the project's own page, and lists what was begun before. */
export function StartPage({ data, serviceName }: { data: Data; serviceName: string }) {
  const { words, say, translated } = useWords();
  const w = words.add;
  const { url, drafts, isSignedIn } = data;
  const fault = data.fault && translated(data.fault);
  return (
    <div class="narrow">
      <h1>{w.title}</h1>
      <p class="lead">{say(w.lead, { service: serviceName })}</p>
      <form method="post" action="/add" class="stack">
        <div class="field">
          <label for="url">{w.url}</label>
          <p class="field-help" id="url-help">
            {say(w.urlHelp, { example: 'https://example.org/birds' })}
          </p>
          <input
            id="url"
            name="url"
            type="text"
            inputMode="url"
            autoComplete="url"
            required
            value={url}
            {...faulty('url', fault, 'url-help')}
          />
          <FieldFault of="url" text={fault} />
        </div>
        <button class="button primary">{w.start}</button>
      </form>
      <ol class="steps">
        <li>{w.steps.questions}</li>
        <li>{isSignedIn ? w.steps.send : w.steps.sendNew}</li>
        <li>{w.steps.look}</li>
        <li>{w.steps.listed}</li>
      </ol>
      {drafts.length > 0 && <Drafts drafts={drafts} isSignedIn={isSignedIn} />}
    </div>
  );
}

function Drafts({ drafts, isSignedIn }: Pick<Data, 'drafts' | 'isSignedIn'>) {
  const { words, say } = useWords();
  const w = words.add;
  return (
    <Section id="drafts" title={w.drafts}>
      <p class="quiet">{isSignedIn ? w.kept : w.keptHere}</p>
      <ul class="cards one">
        {drafts.map(({ id, name, changed }) => (
          <li class="card split">
            <div>
              <h3>
                <a href={`/add/${id}`}>{name}</a>
              </h3>
              <p class="byline">
                <Said text={w.changed} of={{ date: <Time value={changed} /> }} />
              </p>
            </div>
            <a class="button danger" href={`/add/${id}/delete`} aria-label={say(w.deleteNamed, { name })}>
              {w.delete}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
