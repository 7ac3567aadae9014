import { type OriginPage as Data, proofFile, proofLabel } from '../../contract/pages/origin.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { PageProps } from '../page.ts';
import { ManagedHead } from './managed-head.tsx';

/** Registers a site whose pages may credit contributions to a project. */
export function OriginPage({ data: { project, typed, asked, fault } }: PageProps<'origin'>) {
  return (
    <>
      <ManagedHead project={project} current="tools" title="Register a site" />
      <h2>Register a site</h2>
      <p class="lead">
        Pages of registered sites may ask participants to credit this project. First show that the site is
        yours.
      </p>
      {fault !== undefined && (
        <Notice kind="fault">
          <p>{fault}</p>
        </Notice>
      )}
      <form method="get" action={`${project.path}/origin`} class="stack" noValidate>
        <div class="field">
          <label for="origin">Address of the site</label>
          <input
            id="origin"
            name="origin"
            type="url"
            required
            maxLength={300}
            placeholder="https://example.org"
            value={typed}
          />
        </div>
        <button class={`button ${asked ? 'plain' : 'primary'}`}>{asked ? 'Another site' : 'Go on'}</button>
      </form>
      {asked && <Proof asked={asked} path={project.path} />}
    </>
  );
}

const Proof = ({
  asked: { origin, host, line },
  path,
}: {
  asked: NonNullable<Data['asked']>;
  path: string;
}) => (
  <section aria-labelledby="proof">
    <h3 id="proof">Show that {host} is yours</h3>
    <p>Put this line into one of two places. It says nothing secret, and only counts for this project.</p>
    <CopyField label="Line" value={line} kind="block" />
    <ul>
      <li>
        a text file at <code>{origin + proofFile}</code>, or
      </li>
      <li>
        a TXT record of the name{' '}
        <code>
          {proofLabel}.{host}
        </code>
        .
      </li>
    </ul>
    <form method="post" action={`${path}/origin`}>
      <input type="hidden" name="origin" value={origin} />
      <button class="button primary waking">Check and register</button>
    </form>
    <p class="hint">You can delete the line once the site is registered.</p>
  </section>
);
