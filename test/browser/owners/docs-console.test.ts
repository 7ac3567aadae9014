/** Every console line that the documentation explains, provoked as described. */
import { beforeAll, expect, test } from 'vitest';
import { consoleLines, serviceLines } from '../../../src/pages/docs/embeds/console-lines.ts';
import type { Service } from '../../set-up/service/start-service.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { ownersSite } from './owners-site.ts';
import { countBirds, creditByEmail, projectOn } from '../partner.ts';

let service: Service;
let newPerson: Journeys['newPerson'];
let project: number;
let site: Awaited<ReturnType<typeof ownersSite>>;

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
  await using visitor = await newPerson();
  await countBirds(visitor.page, service);
  project = await projectOn(visitor.page);
  site = await ownersSite();
  await service.operate('origin', String(project), site.origin);
});

const script = (file: string, attributes: string) =>
  `<script src="${service.baseUrl}/static/api/${file}" ${attributes.replace('PROJECT', String(project))}></script>`;
const message = (attributes: string) => script('recordevent_with_service_inline_signup.js', attributes);
const helper = (attributes: string) => script('apihelper.js', `data-project_id="PROJECT" ${attributes}`);
/** A person who agreed here before, as far as the page knows, presses the owner's button. */
const pressed = (attributes: string) => `<button id="mine">Count me in</button>
  <script>localStorage.setItem('manyhands:${project}:grant', 'a-grant-of-sixteen-or-more')</script>
  ${script('recordevent_headless.js', `data-project_id="PROJECT" data-trigger="#mine" ${attributes}`)}
  <script>document.querySelector('#mine').click()</script>`;

type Provoking = { head?: () => string; body?: () => string; origin?: 'elsewhere' };

/** By the start of the line. */
const provoking: Record<string, Provoking> = {
  'Add data-project_id="…"': { body: () => message('') },
  'data-…="…" must be': { body: () => message('data-project_id="PROJECT" data-type="walk"') },
  'data-target="…"': { body: () => message('data-project_id="PROJECT" data-target="#nowhere"') },
  'In the head': { head: () => message('data-project_id="PROJECT"') },
  'Hidden: nothing is asked': {
    body: () => `<div style="display: none">${message('data-project_id="PROJECT"')}</div>`,
  },
  'data-manyhands-words': {
    body: () =>
      `<script type="application/json" data-manyhands-words>{ 'a': 1 }</script>${message('data-project_id="PROJECT"')}`,
  },
  'Add data-project_id, data-trigger': { body: () => script('recordevent_headless.js', '') },
  'Add data-profile="…"': { body: () => helper('') },
  '"…" finds no form field': { body: () => helper('data-profile="#nowhere"') },
  'There is no published project': { body: () => message('data-project_id="999999999"') },
  'The field project_id is required: no project': {
    body: () => message('data-mode="passive"'),
    origin: 'elsewhere',
  },
  "This page's origin is not registered": { body: () => pressed(''), origin: 'elsewhere' },
  'The field … ….': { body: () => pressed('data-where="nowhere"') },
  'These fields are not right': { body: () => pressed('data-where="nowhere" data-duration="long"') },
};

const all = [...consoleLines, ...serviceLines].map(({ line }) => line);
const beginsAs = (line: string) => Object.keys(provoking).find((beginning) => line.startsWith(beginning));
const pattern = (line: string) =>
  new RegExp(`^\\[Manyhands\\] .*${line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.+')}`);

test.each(all.filter(beginsAs))('%s', async (line) => {
  const { head, body, origin } = provoking[beginsAs(line) ?? ''] as Provoking;
  site.serve({ head: head?.() ?? '', body: body?.() ?? '' });
  await using owner = await newPerson();
  const lines: string[] = [];
  owner.page.on('console', (said) => lines.push(said.text()));
  await owner.page.goto(site[origin ?? 'origin']);
  await expect.poll(() => lines.join('\n')).toMatch(new RegExp(pattern(line).source, 'm'));
});

test('an origin of several projects, and a number that was used before', async () => {
  await using person = await newPerson();
  const lines: string[] = [];
  person.context.on('console', (said) => lines.push(said.text()));
  const heard = (beginning: string) =>
    expect
      .poll(() => lines.join('\n'))
      .toMatch(new RegExp(pattern(all.find((line) => line.startsWith(beginning)) ?? 'none').source, 'm'));

  const credited = 'data-project_id="PROJECT" data-event_id="survey-1"';
  site.serve({ body: message(`${credited} data-magnitude="1"`) });
  await person.page.goto(site.origin);
  await creditByEmail(person.page, service, ofThisTry('twice@example.org'));
  site.serve({ body: message(`${credited} data-magnitude="2"`) });
  await (await person.context.newPage()).goto(site.origin);
  await heard('This idempotency key');

  await service.operate('origin', String(project + 1), site.origin);
  site.serve({ body: message('data-mode="passive"') });
  await person.page.goto(site.origin);
  await heard('The field project_id is required: several');
});

test('no line was left out', () => {
  const above = ['This idempotency key', 'The field project_id is required: several'];
  const left = all.filter(
    (line) => !beginsAs(line) && !above.some((beginning) => line.startsWith(beginning)),
  );
  expect(left).toEqual([]);
});
