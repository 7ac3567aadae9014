import { clientPath, type RequestClientPage as Data } from '../../contract/pages/clients.ts';
import { keysPath } from '../../contract/pages/keys.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Field, FormFault } from '../../ui/forms/text-field.tsx';
import { Said, SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { ClientFields } from './fields.tsx';

/** Where an owner requests an OAuth client for a project. */
export function RequestClientPage({ data }: PageProps<'request-client'>) {
  const w = useWords().words.clients;
  return (
    <div class="narrow">
      <BackLink href={keysPath}>{w.back}</BackLink>
      <h1>{w.request}</h1>
      <p class="lead">
        <Said text={w.lead} of={{ gold: <a href="/docs/gold">{w.gold}</a> }} />
      </p>
      {data.projects.length === 0 ? (
        <SaidParagraph text={w.noProject} of={{ register: <a href="/add">{w.register}</a> }} />
      ) : (
        <Form data={data} />
      )}
    </div>
  );
}

function Form({ data: { projects, form, given, faults = {} } }: { data: Data }) {
  const { words, translated } = useWords();
  const w = words.clients;
  return (
    <form method="post" action={clientPath} class="stack">
      <input type="hidden" name="form" value={form} />
      {Object.keys(faults).length > 0 && (
        <FormFault text={faults.form === undefined ? w.notSent : translated(faults.form)} />
      )}
      <ClientFields given={given} faults={faults}>
        <Field
          id="client-project"
          name="project"
          label={w.facts.project}
          fault={faults.project && translated(faults.project)}
        >
          {(control) => (
            <select {...control}>
              {projects.map(({ id, title }) => (
                <option value={id} selected={String(id) === given?.project}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
      </ClientFields>
      <button class="button primary waking">{w.send}</button>
    </form>
  );
}
