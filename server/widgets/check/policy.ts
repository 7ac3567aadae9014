/** Content security policies as browsers read them (CSP3): which of them stops a request of an embed, and the line that would not. */

/** The distinct sources of each directive, by name. */
export type ContentPolicy = Map<string, ReadonlySet<string>>;

/** Characters of one policy; nobody writes more by hand. */
const longest = 20_000;
/** Policies of a page, and sources of a directive that are compared: each request of an embed meets all of them. */
export const maxPolicies = 20;
export const maxSources = 300;

/** One policy for each comma-separated part of a header. */
export const parsePolicies = (header: string): ContentPolicy[] =>
  header
    .slice(0, longest)
    .split(',', maxPolicies + 1)
    .map(parsePolicy)
    .filter((policy) => policy.size > 0);

export function parsePolicy(text: string): ContentPolicy {
  const policy: ContentPolicy = new Map();
  for (const directive of text.slice(0, longest).split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    // If two directives have one name, the first counts.
    if (name !== '' && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), new Set(sources));
  }
  return policy;
}

/** A request that a page makes: `kinds` are the directives that may decide, the first that is there does. */
export type Asked = { kinds: string[]; url: URL; nonce?: string | undefined };

/** The directive that stops a request; undefined if the policy allows it. */
export function stops(policy: ContentPolicy, { kinds, url, nonce }: Asked, page: URL): string | undefined {
  const name = kinds.find((kind) => policy.has(kind));
  const sources = name === undefined ? undefined : policy.get(name);
  if (name === undefined || sources === undefined) return undefined;
  if (nonce && sources.has(`'nonce-${nonce}'`)) return undefined;
  // With 'strict-dynamic' the hosts of a list of scripts do not count.
  const isStrict = kinds.includes('script-src') && sources.has("'strict-dynamic'");
  if (isStrict) return name;
  const compared = [...sources].slice(0, maxSources);
  return compared.some((source) => matches(source, url, page)) ? undefined : name;
}

const hostSource =
  /^(?:([a-z][a-z\d+.-]*):\/\/)?(\*|(?:\*\.)?[\w.-]+|\[[\da-f:]+\])(?::(\d+|\*))?(\/[^?#]*)?$/i;

function matches(source: string, url: URL, page: URL): boolean {
  const lower = source.toLowerCase();
  if (lower === "'self'") return url.host === page.host && schemeFits(page.protocol, url.protocol);
  if (lower === '*') return /^https?:$/.test(url.protocol);
  if (/^[a-z][a-z\d+.-]*:$/.test(lower)) return schemeFits(lower, url.protocol);
  const [, scheme, host = '', port, path] = hostSource.exec(source) ?? [];
  if (host === '') return false;
  if (!schemeFits(scheme === undefined ? page.protocol : `${scheme.toLowerCase()}:`, url.protocol))
    return false;
  const name = host.toLowerCase();
  const isHost =
    name === '*' || (name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name);
  if (!isHost) return false;
  if (port !== '*' && !portFits(port, url)) return false;
  return path === undefined || (path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path);
}

/** A policy for http allows https, too. */
const schemeFits = (allowed: string, scheme: string): boolean =>
  allowed === scheme || (allowed === 'http:' && scheme === 'https:');

const portFits = (port: string | undefined, url: URL): boolean =>
  port === undefined ? url.port === '' : port === (url.port || (url.protocol === 'https:' ? '443' : '80'));

/** The directive with one more source. `default-src` also decides about other things: the new line is for this kind alone. */
export function withSource(policy: ContentPolicy, name: string, wanted: string, source: string): string {
  const sources = [...(policy.get(name) ?? [])].filter((each) => each.toLowerCase() !== "'none'");
  return [name === 'default-src' ? wanted : name, ...sources, source].join(' ');
}
