/**
 * Outside production: creates an operator, loads the catalogue on the very first start, and creates three demonstration
 * projects. This process also serves their partner site, at another host name.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Features } from '../app/features.ts';
import { newToken } from '../secrets/secrets.ts';
import { recipient, type Recipient } from '../text/mail-address.ts';

export type Demonstration = {
  /** The address of the partner site's front page. */
  address: string;
  origin: string;
  operator: Recipient;
  /** The silver site's API key, made again at every start and kept in memory only. */
  key: string;
  bronze: number;
  silver: number;
  gold: number;
  /** The gold site's OAuth client; its secret is made again at every start, like the key. */
  client: { clientId: string; secret: string };
};

const operator = 'operator@example.org';
const operatorAddress = recipient(operator) as Recipient;
const keyName = 'demonstration';
const source = 'The demonstration partner';

export async function seedDemonstration(
  features: Features,
  say: (line: string) => void,
): Promise<Demonstration> {
  const { store, settings, membership, operating, projects } = features;
  const now = Date.now();
  const isFirstStart = !(await store.db
    .selectFrom('projects')
    .select('project_id')
    .limit(1)
    .executeTakeFirst());
  // Nobody: the demonstration's link signs in at once.
  const { accountId } = await membership.join(operatorAddress, now, { isOfAge: true });
  await operating.changeRole(accountId, { role: 'operator', keepsOperator: false });
  // Also if the projects came another way, or an earlier start was interrupted: production refuses this store.
  await store.db
    .insertInto('settings')
    .values({ name: 'demonstration', value: 'true' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (isFirstStart) await loadCatalogue(features, accountId, say);
  const origin = partnerOrigin(settings.baseUrl);
  const [bronze, silver, gold] = await demonstrationProjects(features, accountId, origin, now);
  for (const projectId of [bronze, silver, gold]) await projects.addOrigin(projectId, origin, 'editor', now);
  await demonstrationProgramme(features, accountId, [bronze, silver, gold], now);
  return {
    address: `${origin}/demo/`,
    origin,
    operator: operatorAddress,
    key: await newKey(features, accountId, now),
    bronze,
    silver,
    gold,
    client: await demonstrationClient(features, { accountId, projectId: gold, origin, now }),
  };
}

/** The other name of this machine: another site for a browser, with its own cookies and storage. */
function partnerOrigin(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return url.origin;
}

async function loadCatalogue(
  features: Features,
  accountId: number,
  say: (line: string) => void,
): Promise<void> {
  const file = fileURLToPath(new URL('../../server/demo/catalog.json', import.meta.url));
  const entries = JSON.parse(readFileSync(file, 'utf8')) as unknown[];
  say(`Loading ${entries.length} projects of the catalogue …`);
  const { added } = await features.importEntries(entries, {
    accountId,
    publish: true,
    now: Date.now(),
  });
  say(`Loaded ${added} projects.`);
}

async function demonstrationProjects(features: Features, accountId: number, origin: string, now: number) {
  const common = {
    origin: source,
    contact_email: operator,
    status: 'active',
    topics: ['Birds', 'Nature and outdoors'],
    activities: ['Observation', 'Identification'],
    audience: ['Families', 'Adults'],
    tags: ['demonstration'],
    regions: 'anywhere',
    time_commitment: 'An hour, whenever you like',
  };
  const entries = [
    {
      ...common,
      name: 'Garden Bird Count (bronze demonstration)',
      description:
        'Count the birds in your garden for one hour. This project lives on this machine only: its site shows the bronze tier, where one script tag on the confirmation page is all that an owner adds.',
      url: `${origin}/demo/bronze`,
    },
    {
      ...common,
      name: 'Pond Life Survey (silver demonstration)',
      description:
        "Look into a pond and write down what moves. This project lives on this machine only: its site shows the silver tier, where the owner's server reports contributions with an API key.",
      url: `${origin}/demo/silver`,
    },
    {
      ...common,
      name: 'Moth Night (gold demonstration)',
      topics: ['Pollinators/insects', 'Nature and outdoors'],
      description:
        'Hang up a lamp and count the moths. This project lives on this machine only: its site shows the gold tier, where participants authorize the site, and its server reports contributions with an API key.',
      url: `${origin}/demo/gold`,
    },
  ];
  await features.importEntries(entries, { accountId, publish: true, now });
  const ids: number[] = [];
  for (const { name } of entries)
    ids.push((await features.projects.findBySource(source, name))?.project_id ?? 0);
  return ids as [number, number, number];
}

/** The programme of a library: one contribution to each of the three projects. */
async function demonstrationProgramme(
  { programming: { programmes } }: Features,
  accountId: number,
  projects: number[],
  now: number,
) {
  if ((await programmes.managedBy(accountId)).length > 0) return;
  const id = await programmes.request(
    accountId,
    {
      name: 'Two Hedges Library',
      texts: {
        '': {
          text: 'Three small projects, an afternoon in all. Take part in each of them, and pick up your bookmark at the desk.',
          award: 'A bookmark, and our thanks',
        },
        de: {
          name: 'Bücherei Zwei Hecken',
          text: 'Drei kleine Projekte, ein Nachmittag für alle. Mach bei jedem mit und hol dir dein Lesezeichen ab.',
          award: 'Ein Lesezeichen und unser Dank',
        },
      },
      rule: { contributions: 3, hours: 0, projects: 3, counts: 'all' },
      colours: { ground: '#0b5d4b', ink: '#ffffff' },
      link: undefined,
      search: undefined,
    },
    newToken(),
    now,
  );
  if (id === undefined) return;
  await programmes.decide(id, 'open', null);
  for (const project of projects) await programmes.list(id, project, { none: 'listed' }, now);
}

/** Where participants come back to, on the partner site. */
export const goldCallback = '/demo/gold/callback';

const clientName = 'Hedge & Pond';

async function demonstrationClient(
  { oauth }: Features,
  {
    accountId,
    projectId,
    origin,
    now,
  }: { accountId: number; projectId: number; origin: string; now: number },
) {
  const known = (await oauth.clients.all(accountId)).find(
    (row) => row.project_id === projectId && row.disabled_at === null,
  );
  // A loopback address stands for every port, so a service that moves keeps its client.
  const redirectUris = [`${origin}${goldCallback}`];
  const clientId =
    known?.client_id ??
    (await oauth.clients.add(
      {
        name: clientName,
        ownerId: accountId,
        redirectUris,
        projectId,
        scopes: ['login'],
        isLegacy: false,
        isPublic: false,
      },
      now,
    ));
  return { clientId, secret: (await oauth.clients.newSecret(clientId, { formerUntil: now })) ?? '' };
}

/** Revokes the key of the last start, which was not kept. */
async function newKey({ keys, makeKey }: Features, accountId: number, now: number): Promise<string> {
  await keys.revokeNamed(accountId, keyName, now);
  return makeKey({ accountId, name: keyName, scopes: 'record' }, now);
}
