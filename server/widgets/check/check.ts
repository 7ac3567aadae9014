/** Checks an owner's page: each embed on it, with the settings, the policy and the address that it needs. */
import words from '../../../src/ui/words/en.json' with { type: 'json' };
import type { Finding } from '../../../src/contract/pages/check.ts';
import { webUrl } from '../../../src/contract/fields/web-url.ts';
import type { FetchedPage } from '../../http/outgoing/fetch-guarded.ts';
import { pageText } from '../../http/outgoing/page-text.ts';
import { type Built, faultsIn } from '../../../src/embed-code/built.ts';
import {
  addressOf,
  type ConsentManager,
  consentManagers,
  managerOf,
} from '../../../src/embed-code/consent-managers.ts';
import { embedAt, type HtmlTag, readTags } from '../../../src/embed-code/paste.ts';
import { scriptTag } from '../../../src/embed-code/script-tag.ts';
import {
  type Asked,
  type ContentPolicy,
  maxPolicies,
  maxSources,
  parsePolicies,
  parsePolicy,
  stops,
  withSource,
} from './policy.ts';
import { type ReadPage, readPage } from './read-page.ts';

type NeededSource = Asked & { for: string };

const scriptKinds = ['script-src-elem', 'script-src', 'default-src'];

function policyFindings(embeds: OnPage[], policies: ContentPolicy[], page: URL, baseUrl: string): Finding[] {
  if (policies.length === 0)
    return [{ kind: 'right', says: 'No content security policy stands in the way.' }];
  const source = new URL(baseUrl).origin;
  const requests = distinct(embeds.flatMap((each) => requestsOf(each, baseUrl)));
  const wanted = new Map<string, Finding>();
  for (const policy of policies) {
    for (const needed of requests) {
      const name = stops(policy, needed, page);
      if (name === undefined || wanted.has(`${name} ${needed.for}`)) continue;
      const [usual = name] = needed.kinds.filter((kind) => kind !== 'script-src-elem');
      const isStrict = policy.get(name)?.has("'strict-dynamic'") && needed.kinds === scriptKinds;
      const line = withSource(policy, name, usual, source);
      wanted.set(`${name} ${needed.for}`, {
        kind: 'wrong',
        says: isStrict
          ? `Your content security policy stops ${needed.for}: with \`'strict-dynamic'\` only scripts with the nonce of the page run. Add \`nonce="…"\` to our script, as your other scripts have it.`
          : `Your content security policy (\`${name}\`) stops ${needed.for}: it lacks \`${source}\`.`,
        ...(!isStrict && { line }),
      });
      if ((policy.get(name)?.size ?? 0) > maxSources)
        wanted.set('sources', {
          kind: 'note',
          says: `Your content security policy (\`${name}\`) names more than ${maxSources} sources: we compared the first ${maxSources}.`,
        });
    }
    const sandbox = policy.get('sandbox');
    if (sandbox && !sandbox.has('allow-scripts'))
      wanted.set('sandbox', {
        kind: 'wrong',
        says: 'Your content security policy puts the page into a sandbox without scripts.',
        line: ['sandbox', ...sandbox, 'allow-scripts'].join(' '),
      });
  }
  return wanted.size > 0
    ? [...wanted.values()]
    : [{ kind: 'right', says: 'Your content security policy lets the embed through.' }];
}

/** Many embeds make the same requests. */
const distinct = (requests: NeededSource[]): NeededSource[] => [
  ...new Map(requests.map((each) => [JSON.stringify([each.for, each.url, each.nonce]), each])).values(),
];

function requestsOf({ tag, built, src }: OnPage, baseUrl: string): NeededSource[] {
  if (tag.name === 'iframe')
    return src ? [{ for: 'the frame', kinds: ['frame-src', 'child-src', 'default-src'], url: src }] : [];
  const at = (path: string) => new URL(path, baseUrl);
  const { values, embed } = built;
  const hasPictures =
    embed.name === 'finder' && values['pictures'] !== 'hide' && values['layout'] !== 'compact';
  return [
    ...(src ? [{ for: 'the script', kinds: scriptKinds, url: src, nonce: tag.attributes['nonce'] }] : []),
    { for: 'its requests', kinds: ['connect-src', 'default-src'], url: at('/embed/project') },
    ...(hasPictures
      ? [{ for: 'the pictures', kinds: ['img-src', 'default-src'], url: at('/images/x.webp') }]
      : []),
  ];
}

type PageFacts = Pick<FetchedPage, 'url' | 'headers' | 'isCut'> & { page: ReadPage };

/** The findings from the page alone, and its embeds for those that need the directory. */
export type CheckedPage = {
  findings: Finding[];
  embeds: { name: string; values: Built['values'] }[];
};

/** Embeds of a page that are looked at; a hostile page may have thousands. */
const maxEmbeds = 10;
const maxFindings = 60;
/** Characters of a line to put into the page, and of a value that is named; a hostile page's have any length. */
const longestLine = 4000;
const longestValue = 200;

/** An embed on the page. `src` is the address of its script or frame. */
type OnPage = { tag: HtmlTag; built: Built; src: URL | undefined };

/** The embeds of a page, one for each script, frame or element. */
function embedsOn({ page, url }: PageFacts): OnPage[] {
  const base = (page.base !== undefined && webUrl(page.base, url)) || url;
  const embeds = page.tags.flatMap((tag): OnPage[] => {
    const built = readTags([tag]);
    const src = addressOf(tag.attributes);
    return built ? [{ tag, built, src: src === undefined ? undefined : webUrl(src, base) }] : [];
  });
  // A script without settings only defines the custom element.
  const elements = new Set(embeds.map(({ tag }) => tag.name));
  return embeds.filter(
    ({ tag, built }) =>
      tag.name !== 'script' ||
      Object.keys(built.values).length > 0 ||
      !elements.has(built.embed.element ?? ''),
  );
}

/** Findings from the page alone; the caller adds those that need the directory. */
export function checkPage(fetched: FetchedPage, baseUrl: string): CheckedPage {
  const facts = { ...fetched, page: readPage(pageText(fetched)) };
  const all = embedsOn(facts);
  const embeds = all.slice(0, maxEmbeds);
  const policies = policiesOf(facts);
  const about =
    embeds.length === 0
      ? nothingFound(facts)
      : [
          ...embeds.flatMap((each) => aboutTag(each, facts, baseUrl)),
          ...missingScripts(embeds, facts, baseUrl),
          ...policyFindings(embeds, policies.slice(0, maxPolicies), facts.url, baseUrl),
          ...openerFindings(embeds, facts),
          ...consentFindings(embeds, facts),
        ];
  const left = [
    ...(facts.isCut ? ['The page is long: we read only its first 256 kB.'] : []),
    ...facts.page.left,
    ...(all.length > maxEmbeds
      ? [`The page has ${all.length} embeds: we looked at the first ${maxEmbeds}.`]
      : []),
    ...(policies.length > maxPolicies
      ? [
          `The page has more than ${maxPolicies} content security policies: we compared the first ${maxPolicies}.`,
        ]
      : []),
  ];
  return {
    findings: [
      ...about.slice(0, maxFindings).map(withoutLongLine),
      ...left.map((says): Finding => ({ kind: 'note', says })),
    ],
    embeds: embeds.map(({ built: { embed, values } }) => ({ name: embed.name, values })),
  };
}

const withoutLongLine = ({ line, ...finding }: Finding): Finding =>
  line === undefined || line.length <= longestLine
    ? { ...finding, ...(line !== undefined && { line }) }
    : { ...finding, says: `${finding.says} The line to put there is too long to be shown here.` };

const policiesOf = ({ headers, page }: PageFacts) => [
  ...[headers['content-security-policy'] ?? []].flat().flatMap(parsePolicies),
  ...page.policies.map(parsePolicy),
];

const hasScriptFrom = ({ tags }: ReadPage, address: RegExp) =>
  tags.some(({ attributes }) => address.test(attributes['src'] ?? ''));

function nothingFound({ page }: PageFacts): Finding[] {
  const hasTagManager = hasScriptFrom(page, /googletagmanager\.com|matomo|piwik/i);
  return [
    {
      kind: hasTagManager ? 'note' : 'wrong',
      says: `There is no embed of ours in the page as your server sends it.${
        hasTagManager
          ? ' It has a tag manager; only a browser sees what that inserts. Open the page, and look at “last seen” afterwards.'
          : ' Put the snippet into the page. If a script inserts it, only a browser can see it.'
      }`,
    },
  ];
}

function missingScripts(embeds: OnPage[], { page }: PageFacts, baseUrl: string): Finding[] {
  const hasScript = page.tags.some(
    ({ name, attributes }) => name === 'script' && embedAt(addressOf(attributes) ?? ''),
  );
  const elements = embeds.filter(({ tag }) => !hasScript && tag.name.startsWith('manyhands-'));
  return elements.map(({ built: { embed } }) => ({
    kind: 'wrong',
    says: `The element \`<${embed.element}>\` is there, but no script that draws it.`,
    line: scriptTag(`${baseUrl}/static/api/${embed.file}`),
  }));
}

function aboutTag({ tag, built, src }: OnPage, { url }: PageFacts, baseUrl: string): Finding[] {
  const { embed, values } = built;
  const findings: Finding[] = [
    { kind: 'right', says: `On the page: ${words.builder.embeds[embed.name].title}.` },
  ];
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
  const manager = managerOf(tag.attributes);
  if (tag.name === 'script' && manager) findings.push(...whileWaiting(tag, manager));
  else if (tag.name === 'script' && !scriptTypes.test(type.trim()))
    wrong(
      `The script has \`type="${type.slice(0, longestValue)}"\`, so that browsers do not run it. Consent and speed plug-ins change the type until the visitor agrees: exclude addresses with \`/static/api/\`, or use \`data-consent\`.`,
    );
  if (integrity !== undefined && src && !/\.[\w-]{12}\.js$/.test(src.pathname))
    wrong(
      'The script has `integrity`, but its file changes with each release: one day browsers will refuse it. Use the pinned copy, or no `integrity`.',
      scriptTag(ours, data),
    );
  for (const name of embed.missing?.(values) ?? []) wrong(`Missing: ${words.builder.missing[name]}`);
  for (const [name, text] of Object.entries(faultsIn(built)))
    if (!name.startsWith('look-') && !(name === 'type' && scriptTypes.test(values[name] ?? '')))
      wrong(`\`data-${name}="${values[name]?.slice(0, longestValue) ?? ''}"\`: ${text}`);
  return findings;
}

/** The types of scripts that browsers run. */
const scriptTypes = /^(?:module|(?:text|application)\/javascript)?$/i;

/** A manager that takes `data-type` for itself makes our earlier name of the participation the type of the script. */
function whileWaiting({ attributes }: HtmlTag, { name, takesDataType }: ConsentManager): Finding[] {
  const type = attributes['data-type'] ?? '';
  const says = `${name} holds the script until the visitor agrees.`;
  return takesDataType && !scriptTypes.test(type)
    ? [
        {
          kind: 'wrong',
          says: `${says} It then makes \`${type.slice(0, longestValue)}\` the type of the script, which no browser runs: \`data-type\` belongs to ${name}, and what the participant did is in \`data-participation\`.`,
          line: `data-participation="${type.slice(0, longestValue)}" data-type="text/javascript"`,
        },
      ]
    : [{ kind: 'note', says }];
}

/** Managers on the page that may stop a script which does not wait for them. */
const consentFindings = (embeds: OnPage[], { page }: PageFacts): Finding[] =>
  consentManagers
    .filter(({ script }) => hasScriptFrom(page, script))
    .filter((manager) => !embeds.some(({ tag }) => managerOf(tag.attributes) === manager))
    .map(({ name }) => ({
      kind: 'note',
      says: `${name} is on the page. If it stops our script until the visitor agrees, write the script in the form for ${name}, which is in our documentation under “Waiting for consent”, or exclude addresses with \`/static/api/\`.`,
    }));

/** With this opener policy, our popup cannot post its answer to the page. */
function openerFindings(embeds: OnPage[], { headers }: PageFacts): Finding[] {
  const policy = [headers['cross-origin-opener-policy']].flat()[0]?.split(';')[0]?.trim();
  const asks = embeds.some(({ built }) => built.embed.missing && built.embed.name !== 'helper');
  if (!asks || (policy !== 'same-origin' && policy !== 'noopener-allow-popups')) return [];
  return [
    {
      kind: 'note',
      says: 'Your page is cut off from the windows that it opens: participants can then only join by email. This header would let our window answer.',
      line: 'Cross-Origin-Opener-Policy: same-origin-allow-popups',
    },
  ];
}
