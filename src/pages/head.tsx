import { feedPath } from '../contract/pages/feed-path.ts';
import type { Frame, Page, PageName } from '../contract/pages.ts';
import { finderFields } from '../contract/pages/finder.ts';

/** Fields of the finder that lead to the same projects in another order. */
const withoutOwnPage = new Set(['sort']);

/** The path, and of a search what was asked for: not its order, its page, or fields that are empty. */
function canonicalPath(name: PageName, path: string): string {
  const [before = '', query] = path.split(/\?(.*)/s);
  if (name !== 'finder' || query === undefined) return before;
  const parameters = new URLSearchParams(query);
  const values = finderFields.flatMap((field): [string, string][] => {
    const value = parameters.get(field)?.trim() ?? '';
    return value === '' || withoutOwnPage.has(field) ? [] : [[field, value]];
  });
  return values.length === 0 ? before : `${before}?${new URLSearchParams(values)}`;
}

/**
 * Pages that are about the directory and not about one person, so that search engines and link previews may have them.
 */
const isPublic: Partial<Record<PageName, true>> = {
  home: true,
  finder: true,
  project: true,
  docs: true,
  'api-docs': true,
  builder: true,
  check: true,
};

/** The contents of a document's `<head>`. */
export function Head({ page, frame, path }: { page: Page; frame: Frame; path: string }) {
  const { serviceName, baseUrl } = frame;
  const title = page.title.includes(serviceName) ? page.title : `${page.title} · ${serviceName}`;
  const address = baseUrl.replace(/\/$/, '') + canonicalPath(page.name, path);
  const isManagers = page.name === 'project' && page.data.tab !== 'about';
  return (
    <>
      <title>{title}</title>
      {page.description !== undefined && <meta name="description" content={page.description} />}
      {isPublic[page.name] && !isManagers ? (
        <>
          <link rel="canonical" href={address} />
          {page.name === 'project' &&
            page.data.reading?.languages.map((code) => (
              <link rel="alternate" hreflang={code} href={`${address}?lang=${code}`} />
            ))}
          {page.name === 'project' && (
            <link
              rel="alternate"
              type="application/json+oembed"
              href={`${baseUrl}/oembed?${new URLSearchParams({ format: 'json', url: address })}`}
              title={page.title}
            />
          )}
          {(page.name === 'home' || page.name === 'finder') && (
            <link
              rel="alternate"
              type="application/atom+xml"
              href={feedPath}
              title={`New projects on ${serviceName}`}
            />
          )}
          <meta property="og:site_name" content={serviceName} />
          <meta property="og:type" content="website" />
          <meta property="og:title" content={page.title} />
          <meta property="og:url" content={address} />
          {page.description !== undefined && <meta property="og:description" content={page.description} />}
          {page.forPrograms && (
            <>
              <link
                rel="alternate"
                type="application/json"
                href={page.forPrograms.ppsr}
                title={`${page.title} (PPSR Core)`}
              />
              <meta property="og:image" content={baseUrl.replace(/\/$/, '') + page.forPrograms.picture} />
              <meta property="og:image:width" content="1200" />
              <meta property="og:image:height" content="630" />
              <meta property="og:image:alt" content={page.title} />
            </>
          )}
          <meta name="twitter:card" content={page.forPrograms ? 'summary_large_image' : 'summary'} />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  );
}
