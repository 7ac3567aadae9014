import type { ComponentChildren } from 'preact';
import type { ApiDocs, ApiDocsPage as Listed } from '../../../contract/pages/api-docs.ts';
import type { PageProps } from '../../page.ts';
import { ApiAuthorization } from './authorization.tsx';
import Basics from './basics.mdx';
import { ApiErrors } from './errors.tsx';
import { ApiHashing } from './hashing.tsx';
import { ApiIndex } from './index.tsx';
import { ApiOperation } from './operation.tsx';
import { DocLink, ProjectQuery } from '../../../ui/doc-link.tsx';
import { inTexts } from '../in-texts.tsx';
import GeneratedClients from './generated-clients.mdx';

/** The reference of the public API, one page for each operation. All of it is made from the contract. */
export function ApiDocsPage({ data, frame }: PageProps<'api-docs'>) {
  const { here, pages, projectId } = data;
  return (
    <ProjectQuery.Provider value={projectId === undefined ? '' : `?project_id=${projectId}`}>
      <div class="docs guide api-reference">
        <nav aria-label="API reference" class="api-pages wide-only">
          <Pages here={here} pages={pages} />
        </nav>
        <article>
          {here !== '' && (
            <details class="api-pages small-only">
              <summary>All pages of the reference</summary>
              <nav aria-label="API reference">
                <Pages here={here} pages={pages} />
              </nav>
            </details>
          )}
          <p class="up">
            <DocLink to="">For project owners</DocLink>
            {here !== '' && (
              <>
                {' › '}
                <DocLink to="api">API reference</DocLink>
              </>
            )}
          </p>
          <h1>{pages.find(({ name }) => name === here)?.title ?? `The ${frame.serviceName} API`}</h1>
          <Shown {...data} />
        </article>
      </div>
    </ProjectQuery.Provider>
  );
}

function Shown({ show, pages, baseUrl }: ApiDocs) {
  switch (show.kind) {
    case 'index':
      return <ApiIndex pages={pages} q={show.q} />;
    case 'operation':
      return <ApiOperation {...show} />;
    case 'basics':
      return <Basics components={inTexts} {...show} baseUrl={baseUrl} />;
    case 'hashing':
      return <ApiHashing {...show} />;
    case 'authorization':
      return <ApiAuthorization {...show} />;
    case 'clients':
      return <GeneratedClients components={inTexts} baseUrl={baseUrl} />;
    case 'errors':
      return <ApiErrors {...show} />;
  }
}

/** The list of pages: next to the text if there is room, otherwise folded above it. */
function Pages({ here, pages }: { here: string; pages: Listed[] }) {
  const link = ({ name, title }: Listed): ComponentChildren => (
    <li>
      <DocLink to={`api/${name}`} current={name === here}>
        {title}
      </DocLink>
    </li>
  );
  return (
    <>
      <ul>
        <li>
          <DocLink to="api" current={here === ''}>
            Overview
          </DocLink>
        </li>
      </ul>
      <p class="api-pages-head">Operations</p>
      <ul>{pages.filter(({ method }) => method !== undefined).map(link)}</ul>
      <p class="api-pages-head">About all of them</p>
      <ul>{pages.filter(({ method }) => method === undefined).map(link)}</ul>
    </>
  );
}
