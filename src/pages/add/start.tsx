import type { AddPage } from '../../contract/pages/add.ts';
import { Time } from '../../ui/time.tsx';
import { Section } from '../../ui/section.tsx';
import { FieldFault, faulty } from '../../ui/forms/text-field.tsx';

type Data = Extract<AddPage, { state: 'start' }>;

/** Asks for the address of the project's own page, and lists what was begun before. */
export function StartPage({ data, serviceName }: { data: Data; serviceName: string }) {
  const { url, fault, drafts, isSignedIn } = data;
  return (
    <div class="narrow">
      <h1>Register a project</h1>
      <p class="lead">Put your citizen-science project into the directory of {serviceName}.</p>
      <form method="post" action="/add" class="stack">
        <div class="field">
          <label for="url">Address of your project’s own page</label>
          <p class="field-help" id="url-help">
            We read its name, description and picture from there, and you correct them. For example:
            https://example.org/birds
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
        <button class="button primary">Start</button>
      </form>
      <ol class="steps">
        <li>
          You answer three questions, and then describe the project: about ten minutes, five fields are
          required.
        </li>
        <li>
          {isSignedIn ? 'You send it.' : 'You send it with your email address. You need no account before.'}
        </li>
        <li>Our editors look at it within 24 hours. They may ask you something by mail.</li>
        <li>It is in the directory, and you get its Project ID and what you need to credit participants.</li>
      </ol>
      {drafts.length > 0 && <Drafts drafts={drafts} isSignedIn={isSignedIn} />}
    </div>
  );
}

const Drafts = ({ drafts, isSignedIn }: Pick<Data, 'drafts' | 'isSignedIn'>) => (
  <Section id="drafts" title="Your drafts">
    <p class="quiet">
      {isSignedIn ? '' : 'Only this browser finds them. '}A draft that no one changes is deleted after 30
      days.
    </p>
    <ul class="cards one">
      {drafts.map(({ id, name, changed }) => (
        <li class="card split">
          <div>
            <h3>
              <a href={`/add/${id}`}>{name}</a>
            </h3>
            <p class="byline">
              Changed on <Time value={changed} />
            </p>
          </div>
          <a class="button danger" href={`/add/${id}/delete`} aria-label={`Delete the draft ${name}…`}>
            Delete…
          </a>
        </li>
      ))}
    </ul>
  </Section>
);
