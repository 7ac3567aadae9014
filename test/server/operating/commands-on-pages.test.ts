/** Every command has a page that does the same, or a reason in the documentation why it is in the terminal only. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/built.ts';
import { commands } from '../../../server/commands/table.ts';
import { renderPage } from '../../../src/pages/render.tsx';
import { frame, samples, shell } from '../../pages/samples.ts';
import { pageTable } from '../http/page-table.ts';

/**
 * By command, and `command --option` for an option that does something else: the route of a page, or that of a form with
 * the value of its act. `terminal`: words of the reason in docs/operating/commands.md. Other options are fields of the form.
 */
const places: Record<string, string | { terminal: RegExp }> = {
  key: { terminal: /`key`, because people make their own keys/ },
  keys: 'POST /operator/keys',
  'rotate-key': 'POST /operator/keys/:account replace',
  'revoke-key': 'POST /operator/keys/:account revoke',
  'oauth-client': 'POST /operator/clients/add',
  'oauth-client --after': { terminal: /`oauth-client rotate`, because owners replace their secrets/ },
  import: 'POST /operator/import import',
  'import --dry-run': 'POST /operator/import check',
  reviews: 'GET /review',
  review: 'GET /review/:project',
  'preview-image': 'POST /project/:project/preview-image',
  approve: 'POST /review/:project approve',
  reject: 'POST /review/:project reject',
  correct: 'POST /review/:project correct',
  'correct --no': 'POST /review/:project release',
  publish: 'POST /operator/projects publish',
  unpublish: 'POST /operator/projects unpublish',
  hide: 'POST /operator/projects withhold',
  show: 'POST /operator/projects show',
  trust: 'POST /review/:project trust',
  'trust --no': 'POST /review/:project untrust',
  'allow-hashed': 'POST /review/:project allow-hashed',
  manager: 'POST /operator/projects/managers add',
  'remove-manager': 'POST /operator/projects/managers remove',
  origin: 'POST /operator/projects/origins add',
  origins: 'GET /operator/projects',
  'origins --remove': 'POST /operator/projects/origins remove',
  role: 'POST /operator/people editor',
  'sign-in-link': { terminal: /`sign-in-link`, with which a stolen session could act as somebody else/ },
  backup: 'POST /operator/store backup',
  'backup --verify': { terminal: /with PostgreSQL, `backup --verify`, which makes a database/ },
  pepper: 'POST /operator/store pepper',
  'pepper --end': 'POST /operator/store pepper-end',
  purge: 'POST /operator/store purge',
  'copy-to': { terminal: /`copy-to` and `distribute`, for which the service is stopped/ },
  'copy-to --trial': {
    terminal: /`copy-to --trial`, whose argument is the address of a database with its password/,
  },
  distribute: { terminal: /`copy-to` and `distribute`, for which the service is stopped/ },
  status: 'GET /operator',
  mails: 'GET /operator/mails',
  'mails --retry': 'POST /operator/mails',
  'test-mail': 'POST /operator/mails/test',
  words: { terminal: /`words`, which writes files to be filled in/ },
};

/** Options that are fields of the form, or that the page always does. */
const asFields: Record<string, string[]> = {
  key: ['name', 'scopes'],
  'rotate-key': ['after'],
  'oauth-client': ['name', 'owner', 'redirect', 'scope', 'legacy', 'public'],
  import: ['owner', 'contact', 'publish', 'report'],
  reject: ['why'],
  hide: ['why'],
};

/** Acts that only pages have under this name, each with its reason. */
const withoutCommand: Record<string, string> = {
  'POST /operator/clients/decide':
    'The request of an owner was made on a page; `oauth-client add` registers.',
  'POST /operator/clients/disable': 'It is `oauth-client disable`.',
  ...Object.fromEntries(
    ['', ' approve', ' refuse', ' withhold', ' open', ' change', ' keep'].map((act) => [
      `POST /operator/programmes${act}`,
      'Programmes are looked at on their page before they are opened.',
    ]),
  ),
  'POST /operator/people operator': 'It is `role`.',
  'POST /operator/people none': 'It is `role`.',
};

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const routes = new Set(
  pageTable
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/).slice(0, 2).join(' ')),
);

const window = new Window();

/** The acts of the forms that are drawn, as routes with the value of the act. */
const drawn = new Set(
  Object.values(samples('Lakes')).flatMap((page) => {
    const html = renderPage(shell, page, frame('Ada'), '/').replaceAll('<iframe', '<b');
    const shown = new window.DOMParser().parseFromString(html, 'text/html');
    return [...shown.querySelectorAll('main form[method=post]')].flatMap((form) => {
      const path = form.getAttribute('action') ?? '';
      const fits = (route: string) => new RegExp(`^${route.slice(5).replace(/:\w+/g, '[^/]+')}$`).test(path);
      const route = [...routes].find((one) => one.startsWith('POST ') && fits(one)) ?? `POST ${path}`;
      const hidden = form.querySelector('input[type=hidden][name=act]')?.getAttribute('value');
      const buttons = [...form.querySelectorAll('button[name=act]')].map((one) => one.getAttribute('value'));
      return [
        route,
        ...[hidden, ...buttons].filter((act) => act !== undefined).map((act) => `${route} ${act}`),
      ];
    });
  }),
);

const documentation = readFileSync(join(root, 'docs/operating/commands.md'), 'utf8');
const onPages = documentation.slice(
  documentation.indexOf('## The same on pages'),
  documentation.indexOf('## Reviews'),
);

test('every command and each of its options has a page, or a reason', () => {
  const known = Object.entries(commands).flatMap(([name, { options = {} }]) => [
    name,
    ...Object.keys(options)
      .filter((option) => !asFields[name]?.includes(option))
      .map((option) => `${name} --${kebab(option)}`),
  ]);
  expect(Object.keys(places).sort()).toEqual(known.sort());
});

test.each(Object.entries(places))('%s', (name, place) => {
  if (typeof place !== 'string') return expect(onPages).toMatch(place.terminal);
  const route = place.split(' ').slice(0, 2).join(' ');
  expect(routes).toContain(route);
  if (route.startsWith('POST ')) expect(drawn).toContain(place);
  expect(onPages).toContain(`\`${name.replace(/^(oauth-client)$/, '$1 add')}`.split(' --')[0]);
});

test('every form of the operator’s pages is a command, or has a reason', () => {
  const done = new Set([...Object.values(places), ...Object.keys(withoutCommand)]);
  const forms = [...drawn].filter((act) => act.startsWith('POST /operator'));
  const covered = (act: string) =>
    done.has(act) || [...done].some((one) => typeof one === 'string' && one.startsWith(`${act} `));
  expect(forms.filter((act) => !covered(act))).toEqual([]);
});
