import {
  clientPath,
  longestClientName,
  type RequestClientPage as Data,
} from '../../contract/client-pages.ts';
import { keysPath } from '../../contract/key-pages.ts';
import type { PageProps } from '../page.ts';

/** Where an owner requests an OAuth client for a project. */
export function RequestClientPage({ data }: PageProps<'request-client'>) {
  return (
    <div class="narrow">
      <h1>Request a client</h1>
      <p class="lead">
        For a site of the <a href="/docs/gold">gold tier</a>. An operator looks at the request; then you make
        the secret on the page of your keys.
      </p>
      {data.projects.length === 0 ? (
        <p>
          You manage no project yet. <a href="/add">Register one</a>; you can request a client for it while it
          is being reviewed.
        </p>
      ) : (
        <Form data={data} />
      )}
      <p>
        <a href={keysPath}>Back to your keys</a>
      </p>
    </div>
  );
}

const Fault = ({ id, text }: { id: string; text: string | undefined }) =>
  text === undefined ? null : (
    <p class="field-fault" id={id}>
      {text}
    </p>
  );

function Form({ data: { projects, form, given, faults = {} } }: { data: Data }) {
  return (
    <form method="post" action={clientPath} class="stack">
      <input type="hidden" name="form" value={form} />
      {Object.keys(faults).length > 0 && (
        <p class="field-fault" role="alert">
          {faults.form ?? 'Nothing was sent yet: look at the fields that are marked.'}
        </p>
      )}
      <div class="field">
        <label for="client-name">Name</label>
        <input
          id="client-name"
          name="name"
          required
          maxLength={longestClientName}
          autocomplete="off"
          value={given?.name}
          aria-invalid={faults.name !== undefined}
          aria-describedby="client-name-says client-name-fault"
        />
        <p class="quiet" id="client-name-says">
          Participants read it when they are asked: the name of your site or app.
        </p>
        <Fault id="client-name-fault" text={faults.name} />
      </div>
      <div class="field">
        <label for="client-project">Project</label>
        <select
          id="client-project"
          name="project"
          aria-invalid={faults.project !== undefined}
          aria-describedby="client-project-fault"
        >
          {projects.map(({ id, title }) => (
            <option value={id} selected={String(id) === given?.project}>
              {title}
            </option>
          ))}
        </select>
        <Fault id="client-project-fault" text={faults.project} />
      </div>
      <div class="field">
        <label for="client-redirects">Redirect addresses, one per line</label>
        <textarea
          id="client-redirects"
          name="redirects"
          required
          rows={3}
          placeholder="https://example.org/callback"
          aria-invalid={faults.redirects !== undefined}
          aria-describedby="client-redirects-says client-redirects-fault"
        >
          {given?.redirects}
        </textarea>
        <p class="quiet" id="client-redirects-says">
          Where participants come back to, in full: they are compared character by character. For development,{' '}
          <code>http://127.0.0.1/callback</code> stands for every port.
        </p>
        <Fault id="client-redirects-fault" text={faults.redirects} />
      </div>
      <Boxes given={given} />
      <button class="button primary waking">Send the request</button>
    </form>
  );
}

/** The client's scopes, and where it runs. */
function Boxes({ given }: Pick<Data, 'given'>) {
  const sees = (scope: 'profile' | 'email') => given?.scopes.includes(scope) ?? false;
  return (
    <>
      <fieldset class="key-scopes">
        <legend>What it asks participants for</legend>
        <p class="quiet">The number of their profile, always. It is all that crediting needs.</p>
        <label class="check">
          <input type="checkbox" name="names" value="yes" checked={sees('profile')} />
          <span>Also their names</span>
        </label>
        <label class="check">
          <input type="checkbox" name="address" value="yes" checked={sees('email')} />
          <span>Also their e-mail address</span>
        </label>
      </fieldset>
      <fieldset class="key-scopes">
        <legend>Where it runs</legend>
        <label class="check">
          <input type="checkbox" name="public" value="yes" checked={given?.isPublic ?? false} />
          <span>
            <strong>It has no server</strong>
            <br />
            It runs in browsers or is an app, where everybody could read a secret. It gets none.
          </span>
        </label>
      </fieldset>
    </>
  );
}
