/** One service, and a partner's site for each way to include an embed. */
import type { RequestListener } from 'node:http';
import { importEntries, newKey, projectEntry, rows } from '../server/scene.ts';
import { startService, type Service } from '../set-up/service/start-service.ts';
import { ofThisTry } from '../set-up/browser/of-this-try.ts';
import { hostOf, ours, smallNetwork } from './network.ts';

export type Combination = {
  scheme: 'https' | 'http';
  policy: 'no CSP' | 'strict CSP';
  way: 'async' | 'module' | 'inserted';
};

const schemes = ['https', 'http'] as const;
const policies = ['no CSP', 'strict CSP'] as const;
const ways = ['async', 'module', 'inserted'] as const;

export const combinations: Combination[] = schemes.flatMap((scheme) =>
  policies.flatMap((policy) => ways.map((way) => ({ scheme, policy, way }))),
);

/** Half of them, among which is every pair of two choices (a covering array); the other half is the rest. */
export const pairs = (half: 0 | 1): Combination[] =>
  combinations.filter(
    ({ scheme, policy, way }) =>
      (schemes.indexOf(scheme) + policies.indexOf(policy) + ways.indexOf(way)) % 2 === half,
  );

/** A project for each journey: the page's storage for one does not affect the others. */
export const projects = {
  newcomer: 11,
  decliner: 12,
  passive: 13,
  member: 14,
  consent: 15,
  headless: 16,
  helper: 17,
} as const;

/** The embeds by their kind. */
const files = {
  message: 'recordevent_with_service_inline_signup.js',
  'local styles': 'recordevent_local_styles.js',
  headless: 'recordevent_headless.js',
  helper: 'apihelper.js',
  finder: 'finder.js',
} as const;

type Settings = Record<string, string | number>;

export type EngineScene = {
  service: Service;
  key: string;
  /** The address of the person at the browser, who is signed in to our service there. */
  member: string;
  /** Distinguishes this combination's addresses and submissions from the others'. */
  name: string;
  /** The address of a page of the partner with this embed and these settings. */
  page: (embed: keyof typeof files, settings: Settings) => string;
};

const strict = `default-src 'none'; img-src data: ${ours}; script-src 'nonce-n'; connect-src ${ours}; require-trusted-types-for 'script'`;

/** The embed in each way of including it; the page records errors and events. */
const html = (src: string, way: string, settings: [string, string][]) => {
  const attributes = settings.map(([name, value]) => `data-${name}="${value}"`).join(' ');
  const inserted = `<script nonce="n">
    const policy = window.trustedTypes?.createPolicy('page', { createScriptURL: (address) => address });
    const script = document.createElement('script');
    script.nonce = 'n';
    script.src = policy ? policy.createScriptURL('${src}') : '${src}';
    for (const [name, value] of ${JSON.stringify(settings)}) script.setAttribute('data-' + name, value);
    document.querySelector('main').append(script);
  </script>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Thanks</title><link rel="icon" href="data:,">
    <meta name="viewport" content="width=device-width"><script nonce="n">
    window.trouble = [];
    window.heard = [];
    addEventListener('error', ({ message }) => trouble.push(message));
    addEventListener('unhandledrejection', ({ reason }) => trouble.push(String(reason)));
    addEventListener('securitypolicyviolation', (one) => trouble.push(one.violatedDirective + ' ' + one.blockedURI));
    for (const level of ['error', 'warn']) console[level] = (...words) => trouble.push(words.join(' '));
    for (const name of ['credited', 'declined', 'undone', 'failed']) addEventListener(name, () => heard.push(name));
    </script><body><main><h1>Thanks</h1>
    <p><button id="control" type="button">Count me in</button></p>
    <form><label>Profile <input id="profile"></label> <label>Proof <input id="proof"></label></form>${
      way === 'inserted'
        ? inserted
        : `<script nonce="n" src="${src}" ${way === 'async' ? 'async' : 'type="module"'} ${attributes}></script>`
    }</main>`;
};

/** A page for any site and settings that its address names. */
const partner: RequestListener = (request, response) => {
  const asked = new URL(request.url ?? '/', 'http://partner').searchParams;
  const [way = '', policy] = (request.headers.host ?? '').split('.')[0]?.split('-') ?? [];
  const [[, file] = [], ...settings] = asked;
  response.setHeader('content-type', 'text/html; charset=utf-8');
  if (policy === 'strict') response.setHeader('content-security-policy', strict);
  response.end(html(`${ours}/static/api/${file}`, way, settings));
};

/** The set-up that all combinations share, and the place of each. */
export async function setScene() {
  const service = await startService('sqlite', { BASE_URL: ours, LIMIT_IP: '0', LIMIT_ORIGIN: '0' });
  const proxy = await smallNetwork(service.port, partner);
  const entries = Object.entries(projects).map(([name, id]) =>
    projectEntry(`Project of the ${name}`, `https://${name}.example/`, { id }),
  );
  await importEntries(service, 'owner@example.org', entries, '--publish');
  const key = await newKey(service, 'owner@example.org');
  const originOf = ({ scheme, policy, way }: Combination) =>
    `${scheme}://${hostOf(`${way}-${policy === 'no CSP' ? 'free' : 'strict'}`)}`;
  const registered = combinations.flatMap((combination) =>
    Object.values(projects).map((id) => `(${id}, '${originOf(combination)}', 'editor', 1)`),
  );
  await rows(
    service,
    `insert into project_origins (project_id, origin, how, created_at) values ${registered.join()}`,
  );

  const placeOf = (combination: Combination, member: string): EngineScene => ({
    service,
    key,
    member,
    name: ofThisTry(Object.values(combination).join('-').replaceAll(' ', '-').toLowerCase()),
    page(embed, settings) {
      const query = Object.entries({ file: files[embed], ...settings });
      return `${originOf(combination)}/?${new URLSearchParams(query.map(([name, value]) => [name, `${value}`]))}`;
    },
  });
  return { service, proxy, placeOf };
}
