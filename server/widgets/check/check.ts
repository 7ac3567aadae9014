/** Checks an owner's page: each embed on it, with the settings, the policy and the address that it needs. */
import type { Finding } from '../../../src/contract/check-page.ts';
import { webUrl } from '../../../src/contract/web-url.ts';
import { type Built, faultsIn } from '../../../src/pages/builder/built.ts';
import { embedAt, type HtmlTag, readTags } from '../../../src/pages/builder/paste.ts';
import { scriptTag } from '../../../src/pages/script-tag.ts';
import { parsePolicies, parsePolicy } from './policy.ts';
import { policyFindings } from './policy-findings.ts';
import type { ReadPage } from './read-page.ts';

export type PageFacts = {
  url: URL;
  headers: Record<string, string | string[] | undefined>;
  page: ReadPage;
  /** We read only the beginning of the page. */
  isCut: boolean;
};

/** An embed on the page. `src` is the address of its script or frame. */
export type OnPage = { tag: HtmlTag; built: Built; src: URL | undefined };

/** The embeds of a page, one for each script, frame or element. */
export function embedsOn({ page, url }: Pick<PageFacts, 'page' | 'url'>): OnPage[] {
  const base = (page.base !== undefined && webUrl(page.base, url)) || url;
  const found = page.tags.flatMap((tag): OnPage[] => {
    const built = readTags([tag]);
    const src = tag.attributes['src'];
    return built ? [{ tag, built, src: src === undefined ? undefined : webUrl(src, base) }] : [];
  });
  // A script without settings only defines the custom element.
  const elements = found.filter(({ tag }) => tag.name.startsWith('manyhands-'));
  return found.filter(
    ({ tag, built }) =>
      tag.name !== 'script' ||
      Object.keys(built.values).length > 0 ||
      !elements.some((other) => other.tag.name === built.embed.element),
  );
}

/** Findings from the page alone; the caller adds those that need the directory. */
export function checkPage(facts: PageFacts, baseUrl: string): Finding[] {
  const found = embedsOn(facts);
  if (found.length === 0) return nothingFound(facts);
  const scripts = facts.page.tags.filter(
    ({ name, attributes }) => name === 'script' && embedAt(attributes['src'] ?? ''),
  );
  return [
    ...found.flatMap((each) => [
      ...aboutTag(each, facts, baseUrl),
      ...(scripts.length === 0 && each.tag.name.startsWith('manyhands-')
        ? [missingScript(each, baseUrl)]
        : []),
    ]),
    ...policyFindings(found, policiesOf(facts), facts.url, baseUrl),
    ...openerFindings(found, facts),
  ];
}

const policiesOf = ({ headers, page }: PageFacts) => [
  ...[headers['content-security-policy'] ?? []].flat().flatMap(parsePolicies),
  ...page.policies.map(parsePolicy),
];

function nothingFound({ page, isCut }: PageFacts): Finding[] {
  const hasTagManager = page.tags.some(({ attributes }) =>
    /googletagmanager\.com|matomo|piwik/i.test(attributes['src'] ?? ''),
  );
  return [
    {
      kind: hasTagManager ? 'note' : 'wrong',
      says: `There is no embed of ours in the page as your server sends it.${
        hasTagManager
          ? ' It has a tag manager; only a browser sees what that inserts. Open the page, and look at “last seen” afterwards.'
          : ' Put the snippet into the page. If a script inserts it, only a browser can see it.'
      }`,
    },
    ...(isCut ? [{ kind: 'note' as const, says: 'The page is long: we read only its first 256 kB.' }] : []),
  ];
}

const missingScript = ({ built }: OnPage, baseUrl: string): Finding => ({
  kind: 'wrong',
  says: `The element \`<${built.embed.element}>\` is there, but no script that draws it.`,
  line: scriptTag(`${baseUrl}/static/api/${built.embed.file}`),
});

function aboutTag({ tag, built, src }: OnPage, { url }: PageFacts, baseUrl: string): Finding[] {
  const { embed, values } = built;
  const findings: Finding[] = [{ kind: 'right', says: `On the page: ${embed.title}.` }];
  const wrong = (says: string, line?: string) =>
    findings.push({ kind: 'wrong', says, ...(line !== undefined && { line }) });
  const data = Object.fromEntries(Object.entries(values).map(([name, value]) => [`data-${name}`, value]));
  const ours = `${baseUrl}/static/api/${embed.file}`;

  if (src && src.origin !== new URL(baseUrl).origin)
    if (src.protocol === 'http:' && src.host === new URL(baseUrl).host)
      wrong(
        'The address of the script begins with `http:`. Browsers do not load that into an https page.',
        scriptTag(ours, data),
      );
    else wrong(`The script comes from \`${src.origin}\`, and not from this service.`, scriptTag(ours, data));
  else if (src && url.protocol === 'https:' && src.protocol === 'http:')
    wrong('Your page is https, and this service is http: browsers do not load the script (mixed content).');
  const { type = '', integrity } = tag.attributes;
  if (tag.name === 'script' && !/^(?:module|(?:text|application)\/javascript)?$/i.test(type.trim()))
    wrong(
      `The script has \`type="${type}"\`, so that browsers do not run it. Consent and speed plug-ins change the type until the visitor agrees: exclude addresses with \`/static/api/\`, or use \`data-consent\`.`,
    );
  if (integrity !== undefined && src && !/\.[\w-]{12}\.js$/.test(src.pathname))
    wrong(
      'The script has `integrity`, but its file changes with each release: one day browsers will refuse it. Use the pinned copy, or no `integrity`.',
      scriptTag(ours, data),
    );
  for (const text of embed.missing?.(values) ?? []) wrong(`Missing: ${text}`);
  for (const [name, text] of Object.entries(faultsIn(built)))
    if (!name.startsWith('look-')) wrong(`\`data-${name}="${values[name] ?? ''}"\`: ${text}`);
  return findings;
}

/** With this opener policy, our popup cannot post its answer to the page. */
function openerFindings(found: OnPage[], { headers }: PageFacts): Finding[] {
  const policy = [headers['cross-origin-opener-policy']].flat()[0]?.split(';')[0]?.trim();
  const asks = found.some(({ built }) => built.embed.missing && built.embed.name !== 'helper');
  if (!asks || (policy !== 'same-origin' && policy !== 'noopener-allow-popups')) return [];
  return [
    {
      kind: 'note',
      says: 'Your page is cut off from the windows that it opens: participants can then only join by e-mail. This header would let our window answer.',
      line: 'Cross-Origin-Opener-Policy: same-origin-allow-popups',
    },
  ];
}
