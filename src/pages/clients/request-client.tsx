import { clientPath, type RequestClientPage as Data } from '../../contract/pages/clients.ts';
import { keysPath } from '../../contract/pages/keys.ts';
import { faulty, FieldFault } from '../../ui/forms/text-field.tsx';
import type { PageProps } from '../page.ts';
import { ClientFields } from './fields.tsx';

/** Where an owner requests an OAuth client for a project. */
export function RequestClientPage({ data }: PageProps<'request-client'>) {
  return (
    <div class="narrow">
      <p class="back">
        <a href={keysPath}>← API keys</a>
      </p>
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
    </div>
  );
}

function Form({ data: { projects, form, given, faults = {} } }: { data: Data }) {
  return (
    <form method="post" action={clientPath} class="stack">
      <input type="hidden" name="form" value={form} />
      {Object.keys(faults).length > 0 && (
        <p class="field-fault" role="alert">
          {faults.form ?? 'Nothing was sent yet: look at the fields that are marked.'}
        </p>
      )}
      <ClientFields given={given} faults={faults}>
        <div class="field">
          <label for="client-project">Project</label>
          <select id="client-project" name="project" {...faulty('client-project', faults.project)}>
            {projects.map(({ id, title }) => (
              <option value={id} selected={String(id) === given?.project}>
                {title}
              </option>
            ))}
          </select>
          <FieldFault of="client-project" text={faults.project} />
        </div>
      </ClientFields>
      <button class="button primary waking">Send the request</button>
    </form>
  );
}
