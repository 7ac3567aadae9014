import type { ApiDocsPage } from '../../../contract/pages/api-docs.ts';
import { foundText, hasWords } from './search.ts';
import { DocLink } from '../../../ui/doc-link.tsx';
import { PathCode } from './path-code.tsx';

/** Every page of the reference, with a search by name that also works without a script. */
export function ApiIndex({ pages, q }: { pages: ApiDocsPage[]; q: string }) {
  const operations = pages.filter(({ method }) => method !== undefined);
  const chapters = pages.filter(({ method }) => method === undefined);
  const count = pages.filter((page) => hasWords(searched(page), q)).length;
  return (
    <div data-api-index>
      <p class="lead">
        Look participants up, record what they contribute, search projects and add your own. The same is
        available as an <a href="/openapi.json">OpenAPI 3.1 document</a>.
      </p>
      <form role="search" action="/docs/api" class="search" aria-label="API reference">
        <div class="field grow">
          <label for="api-q">Find an operation, a field or an error code</label>
          <input id="api-q" name="q" type="search" value={q} autoComplete="off" maxLength={100} />
        </div>
        <div class="answers">
          <button class="button primary">Find</button>
        </div>
      </form>
      <p role="status" class="quiet api-found" data-found>
        {q !== '' && foundText(count)}
      </p>
      <Entries id="operations" title="Operations" pages={operations} q={q} />
      <Entries id="chapters" title="About all operations" pages={chapters} q={q} />
    </div>
  );
}

/** The text of an entry in which a search looks. */
const searched = ({ title, method = '', path = '', says, words }: ApiDocsPage) =>
  `${title} ${method} ${path} ${says} ${words}`;

type EntriesProps = { id: string; title: string; pages: ApiDocsPage[]; q: string };

const Entries = ({ id, title, pages, q }: EntriesProps) => (
  <section aria-labelledby={id} hidden={!pages.some((page) => hasWords(searched(page), q))}>
    <h2 id={id}>{title}</h2>
    <ul class="api-entries">
      {pages.map((page) => (
        <li data-searched={searched(page)} hidden={!hasWords(searched(page), q)}>
          {page.anchors.map((anchor) => (
            <OldAnchor page={page.name} anchor={anchor} />
          ))}
          <h3>
            <DocLink to={`api/${page.name}`}>{page.title}</DocLink>
          </h3>
          {page.method !== undefined && (
            <p class="address">
              <strong>{page.method}</strong> <PathCode path={page.path ?? ''} />
            </p>
          )}
          <p class="quiet">{page.says.replaceAll('`', '')}</p>
        </li>
      ))}
    </ul>
  </section>
);

/**
 * The reference was a single page once: an address with a fragment of that time leads to the entry of the page that
 * has it now, and `live.ts` follows it there.
 */
const OldAnchor = ({ page, anchor }: { page: string; anchor: string }) => (
  <span id={anchor} data-moved-to={`/docs/api/${page}#${anchor}`} />
);
