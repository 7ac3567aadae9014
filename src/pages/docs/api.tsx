import type { PageProps } from '../page.ts';
import { ApiBasics } from './api-basics.tsx';
import { ApiOperation } from './api-operation.tsx';
import { DocTable } from './doc-table.tsx';
import { GeneratedClients } from './generated-clients.tsx';
import { Prose } from './prose.tsx';
import { SecondProfiles } from './second-profiles.tsx';

/** The reference of the public API; all of it is made from the contract. */
export function ApiDocsPage({ data, frame }: PageProps<'api-docs'>) {
  const { operations, refusals } = data;
  return (
    <div class="docs">
      <h1>The {frame.serviceName} API</h1>
      <p class="lead">
        Look participants up, record what they contribute, search projects and add your own. The same is
        available as an <a href="/openapi.json">OpenAPI 3.1 document</a>.
      </p>
      <nav aria-label="On this page" class="contents">
        <ul>
          <li>
            <a href="#basics">Basics</a>
          </li>
          {operations.map(({ anchor, title, method, path }) => (
            <li>
              <a href={`#${anchor}`}>{title}</a>{' '}
              <code>
                {method} {path}
              </code>
            </li>
          ))}
          <li>
            <a href="#clients">Generated clients and validators</a>
          </li>
          <li>
            <a href="#hashing">Hashing an address</a>
          </li>
          <li>
            <a href="#errors">Error codes</a>
          </li>
        </ul>
      </nav>
      <ApiBasics {...data} />
      {operations.map((operation) => (
        <ApiOperation {...operation} />
      ))}
      <GeneratedClients baseUrl={data.baseUrl} />
      <Hashing {...data} />
      <section aria-labelledby="errors">
        <h2 id="errors">Error codes</h2>
        <p>
          Every refusal is JSON with <code>result</code> “error”, one sentence for a person in{' '}
          <code>error</code>, and a <code>code</code> of this table, which never changes its meaning.
        </p>
        <DocTable
          label="Error codes"
          heads={['Code', 'Status', 'What it means', 'What to do']}
          rows={refusals.map(({ code, status, means, todo }) => [
            <code id={`error-${code}`}>{code}</code>,
            status,
            <Prose text={means} />,
            <Prose text={todo} />,
          ])}
        />
      </section>
    </div>
  );
}

/** How to hash an address, with a test vector. */
function Hashing({ hashing: { typed, plain, digest }, secondProfiles }: PageProps<'api-docs'>['data']) {
  return (
    <section aria-labelledby="hashing">
      <h2 id="hashing">Hashing an address</h2>
      <p>
        To keep an address to yourself, send its digest as <code>hashed</code>: trim the address, lower-case
        its ASCII letters (only those), and take the SHA-256 of its UTF-8 bytes as 64 hexadecimal digits, in
        either case. For example, <code class="kept">{JSON.stringify(typed)}</code> becomes{' '}
        <code>{plain}</code>, whose digest is:
      </p>
      <pre tabIndex={0}>
        <code>{digest}</code>
      </pre>
      <h3>Shell</h3>
      <pre tabIndex={0} data-example="hashing shell">
        <code>{`printf %s "${typed.trim()}" | tr A-Z a-z | sha256sum`}</code>
      </pre>
      <h3>JavaScript</h3>
      <pre tabIndex={0} data-example="hashing javascript">
        <code>{`import { createHash } from "node:crypto";

const address = ${JSON.stringify(typed)};
const plain = address.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
console.log(createHash("sha256").update(plain).digest("hex"));`}</code>
      </pre>
      <h3>Python</h3>
      <pre tabIndex={0} data-example="hashing python">
        <code>{`import hashlib, string

address = ${JSON.stringify(typed)}
plain = address.strip().translate(str.maketrans(string.ascii_uppercase, string.ascii_lowercase))
print(hashlib.sha256(plain.encode()).hexdigest())`}</code>
      </pre>
      <SecondProfiles {...secondProfiles} />
    </section>
  );
}
