/** One filled-in sample of every page, in which each text that a stranger may write is `text`. */
import type { OutcomeSaid } from '../../src/contract/pages/outcomes.ts';
import { contributed as n } from '../../server/stats/disclosure.ts';
import { docsTopics } from '../../src/contract/pages/docs-topics.ts';
import {
  finderFields,
  listFilterNames,
  type FinderAsked,
  type ListFilterName,
} from '../../src/contract/pages/finder.ts';
import type { FinderResult } from '../../src/contract/api/finder.ts';
import type { ProjectAtWork } from '../../src/contract/pages/me.ts';
import type { Frame, Page, ProjectHead } from '../../src/contract/pages.ts';
import { attributes } from '../../src/attributes/meanings.ts';
import { customProperties } from '../../src/attributes/look-names.ts';
import { languageNames } from '../../src/ui/words/all.ts';
import { apiDocs } from './api-docs-samples.ts';
import { clientSamples } from './client-samples.ts';
import { figures, keyPages, webhookPages, widgetPages } from './owner-samples.ts';
import { groupSamples } from './group-samples.ts';
import { listed } from './listed.ts';
import { partOf, programmeOf, programmeSamples, toolsProgrammes } from './programme-samples.ts';
import { registrationSamples } from './registration-samples.ts';
import { volunteerSamples } from './volunteer-samples.ts';

export const shell =
  '<!doctype html><html lang="en"><head><!--head--><script type="module" src="/a.js"></script></head><body><!--body--></body></html>';

export const frame = (text: string): Frame => ({
  serviceName: 'Manyhands',
  baseUrl: 'https://manyhands.example',
  slug: 'service',
  development: { demo: 'http://localhost:4478/' },
  languages: languageNames(),
  ownPages: [{ name: 'imprint', address: 'https://manyhands.example/imprint' }],
  visitor: { name: text, role: 'none' },
});

/** The outcomes of contributions. */
const outcomeOf = (text: string): OutcomeSaid => ({
  id: 3,
  kind: 'published',
  sentence: text,
  lang: 'de',
  link: 'https://doi.org/10.1000/182',
  at: '2026-05-01',
});

export const request = {
  project_id: 7,
  origin: 'https://lakes.example',
  challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  state: 'a-state-of-the-partner-page',
};

const about = (text: string, head: ProjectHead) => ({
  ...head,
  tabs: { isOpen: true },
  published: false,
  website: text,
  description: text,
  organisation: text,
  origin: text,
  status: text,
  goal: text,
  task: text,
  howToJoin: text,
  gear: text,
  specialSkills: text,
  timeCommitment: text,
  startDate: text,
  facts: [{ field: 'project_duration' as const, values: [text] }],
  publicEmail: text,
  languages: [text],
  reading: { lang: 'de', parts: { name: 'de', goal: 'en' }, languages: ['en', 'de'] },
  audience: [text],
  topics: [text],
  activities: [text],
  tags: [text],
  place: text,
  pins: [{ lat: -1.5, lng: 0 }],
  pinCount: 2,
  unRegions: [text],
  outdoors: true,
  indoors: false,
  updated: text,
  isFromHome: false,
  map: { width: 360, height: 240, land: 'M0 0L9 0L9 9Z', borders: '', area: text, pins: [{ x: 1, y: 2 }] },
  outcomes: [outcomeOf(text)],
  programmes: [programmeOf(text)],
  similar: [],
});

const ofEachFilter = <T>(choices: T) =>
  Object.fromEntries(listFilterNames.map((name) => [name, choices])) as Record<ListFilterName, T>;

export function samples(text: string): Record<string, Page> {
  const head = { id: 7, title: text, path: '/project/7-lakes' };
  const result: FinderResult = {
    id: 7,
    title: text,
    description: text,
    url: text,
    origin: text,
    status: text,
    activities: [text],
    topics: [text],
    tags: [text],
    UN_regions: [{ code: text, name: text }],
    image: text,
    image_credit: text,
    programmes: [{ id: 9, name: text, url: 'https://manyhands.example/programme/9' }],
    updated: text,
  };
  const card = {
    ...result,
    glance: { organisation: text, place: text, isFromHome: false, effort: text, ages: [text] },
  };
  const everything = Object.fromEntries(finderFields.map((name) => [name, text])) as FinderAsked;
  const choice = [{ value: text, text, count: 2 }];
  const asked = {
    project: head,
    origin: text,
    account: text,
    request: { ...request, origin: text, state: text },
  };
  const mine = { project: head, events: 3, hours: 1.5, last: text };
  const deed = {
    id: 5,
    project: head,
    type: 'collection',
    source: 'browser',
    when: text,
    hours: 1.5,
    isDoubtful: true,
    place: { lat: -1.5, lng: 2, town: text },
  } as const;
  const amounts = { reported: { events: 3, hours: 1.5 }, own: { events: 1, hours: 0.5 } };
  const certified = {
    holder: text,
    from: '2026-01-01',
    to: '2026-05-01',
    zone: 'Europe/Berlin',
    lines: [
      {
        project: head,
        ...amounts,
        vouches: { name: text, role: text, organisation: text },
        outcomes: [outcomeOf(text)],
      },
      { project: { id: 8, title: '' }, ...amounts, outcomes: [] },
    ],
    others: { projects: 2, ...amounts },
    total: amounts,
  };
  const project = (data: Partial<Extract<Page, { name: 'project' }>['data']>): Page => ({
    name: 'project',
    title: text,
    description: text,
    jsonLd: { name: text },
    data: { ...about(text, head), tab: 'about', ...data },
  });
  const connect = (data: Extract<Page, { name: 'connect' }>['data']): Page => ({
    name: 'connect',
    title: text,
    data,
  });
  return {
    home: {
      name: 'home',
      title: text,
      data: { total: 1, topics: [{ name: text, projects: 1 }], newest: [card] },
    },
    finder: {
      name: 'finder',
      title: text,
      data: {
        asked: everything,
        choices: {
          topic: choice,
          activity: choice,
          UN: choice,
          in: choice,
          programme: choice,
          ...ofEachFilter(choice),
        },
        fromHome: 1,
        ended: { count: 2, path: text },
        place: { name: text, km: 50, others: [{ text, path: text }], asWords: text, isPostcode: true },
        sorts: [{ order: 'nearest', path: text, isCurrent: false }],
        distances: [{ km: 50, path: text, isCurrent: false }],
        active: finderFields.map((name) => ({ name, text, without: text })),
        results: [{ ...card, distance_km: 1.5 }],
        first: 1,
        total: 2,
        isMore: true,
        next: text,
        suggestion: { q: text, path: text },
        faults: [...Object.keys(everything), text].map((field) => ({ field, message: text })),
      },
    },
    'finder without results': {
      name: 'finder',
      title: text,
      data: {
        asked: everything,
        choices: { topic: [], activity: [], UN: [], in: [], programme: [], ...ofEachFilter([]) },
        ended: { count: 1, path: text },
        sorts: [],
        distances: [],
        active: [],
        results: [],
        first: 1,
        total: 0,
        suggestion: { q: text, path: text },
        faults: [],
      },
    },
    about: project({ follow: 'yes', similar: [{ ...card, id: 8 }] }),
    'about, ended': project({ status: 'complete', follow: 'no', similar: [{ ...card, id: 8 }] }),
    'about, with an image and a list': project({
      image: { src: '/images/0123456789abcdef0123456789abcdef.webp', width: 4, height: 3, credit: text },
      startNotice: { state: 'ask' },
    }),
    'about, for an editor': project({
      published: false,
      preview: { state: 'failed', url: text, why: 'slow' },
    }),
    'about, withheld': project({ withheld: true }),
    'about, on the list': project({ startNotice: { state: 'on' } }),
    'about, offered the list': project({ startNotice: { state: 'offer' }, follow: 'signed-out' }),
    tools: project({
      tab: 'tools',
      published: true,
      tools: {
        ...integration(text, true),
        projectId: 7,
        signatory: { name: text, role: text },
        programmes: toolsProgrammes(text),
        outcomes: {
          all: [
            { ...outcomeOf(text), state: 'waiting' },
            { ...outcomeOf(text), state: 'refused' },
          ],
          languages: ['de'],
        },
        retractions: [
          { id: 5, reason: 'wrong_person', events: n(3), at: text, until: text, isBack: false },
          { id: 4, reason: 'fraud', events: n(1), at: text, isBack: true },
        ],
        origins: [{ origin: text, how: text }],
        review: { state: 'rejected', at: text, fields: ['goal', 'task'], why: text },
        image: { state: 'failed', url: text, why: 'slow' },
        authorized: { clients: [text], people: n(20), isInUse: true },
        waiting: n(20),
        type: 'collection',
        snippet: { tier: 'gold', blocks: [{ place: 'page', code: text }] },
        shown: [{ origin: text, ago: 200 }],
      },
    }),
    'tools with changes under review': project({
      tab: 'tools',
      tools: {
        ...integration(text, false),
        projectId: 7,
        retractions: [],
        outcomes: { all: [], languages: [] },
        programmes: { own: [], open: [], missing: ['api'] },
        origins: [],
        review: { state: 'awaiting_review', at: text, fields: ['goal', 'task'] },
        type: 'signup',
        snippet: { tier: 'bronze', blocks: [] },
        shown: [],
      },
    }),
    ...Object.fromEntries(
      (['uploaded', 'planned', 'waiting', 'shown'] as const).map((state) => [
        `tools, an image ${state}`,
        project({
          tab: 'tools',
          tools: {
            ...integration(text, false),
            projectId: 7,
            retractions: [],
            outcomes: { all: [], languages: [] },
            programmes: { own: [], open: [], missing: ['api'] },
            origins: [],
            type: 'signup',
            snippet: { tier: 'bronze', blocks: [] },
            shown: [],
            image: { state, url: text },
          },
        }),
      ]),
    ),
    stats: project({
      tab: 'stats',
      stats: {
        totals: { events: n(3), participants: null, late: n(0), tests: n(1) },
        figures: figures(text),
      },
    }),
    'stats of nothing': project({
      tab: 'stats',
      stats: { totals: { events: n(0), late: n(0), tests: n(0) }, figures: figures(text) },
    }),
    me: {
      name: 'me',
      title: text,
      data: {
        name: text,
        done: 'left',
        ends: text,
        offersPasskey: true,
        months: [{ month: '2026-05', events: 3, hours: 1.5 }],
        milestones: [{ of: 'hours', n: 10, day: text }],
        managed: listed<ProjectAtWork>(
          { project: head, visibility: 'published', week: n(12) },
          { project: head, visibility: 'withheld', week: n(0) },
          { project: head, visibility: 'unpublished', since: '2026-05-01T09:12:00Z', week: n(0) },
        ),
        follows: listed(
          { project: head, status: text, byMail: true, isShown: true },
          { project: head, byMail: false, isShown: false },
        ),
        unclaimed: [mine],
        removed: [{ project: head, events: 3, at: 1, until: text }],
        outcomes: [{ ...outcomeOf(text), project: head, events: 12 }],
        programmes: {
          joined: [
            partOf(text),
            { ...partOf(text), own: { ...partOf(text).own, award: { path: '/certificate/a' } } },
          ],
          offered: [partOf(text).programme],
        },
        retracted: [
          { id: 5, project: head, reason: 'duplicate', events: 2, first: '2026-05-01', last: '2026-05-03' },
        ],
        totals: { events: 3, projects: 1, hours: 1.5 },
        newest: deed,
        zone: 'Europe/Berlin',
        calendar: [{ month: '2026-05', days: [{ day: 1, events: 3 }] }],
        contributions: listed(deed),
        projects: listed(
          { ...mine, optedOut: false },
          { ...mine, project: { ...head, id: 8 }, optedOut: true },
        ),
      },
    },
    'me, nothing yet': {
      name: 'me',
      title: text,
      data: {
        name: '',
        months: [],
        milestones: [],
        unclaimed: [],
        removed: [],
        retracted: [],
        outcomes: [],
        programmes: { joined: [], offered: [] },
        totals: { events: 0, projects: 0, hours: 0 },
        zone: 'UTC',
        calendar: [],
        contributions: listed(),
        projects: listed(),
      },
    },
    'delete-account': {
      name: 'delete-account',
      title: text,
      data: { contributions: 3, certificates: 2, projects: 1, keys: 1, isOnlyOperator: true },
    },
    'deleted-account': { name: 'deleted-account', title: text, data: { hasObjection: true } },
    certificates: {
      name: 'certificates',
      title: text,
      data: {
        asked: { from: text, to: text, until: text, projects: [7], name: text },
        projects: [head],
        preview: certified,
        overlapping: [{ project: head, hours: 2 }],
        own: [
          {
            id: 1,
            from: text,
            to: text,
            holder: text,
            path: '/certificate/a',
            made: text,
            isShown: true,
            reads: 3,
            until: text,
          },
          {
            id: 2,
            from: text,
            to: text,
            holder: '',
            path: '/certificate/b',
            made: text,
            isShown: false,
            reads: 0,
          },
        ],
      },
    },
    'certificates, refused': {
      name: 'certificates',
      title: text,
      data: {
        asked: { from: text, to: text, until: text, projects: [] },
        projects: [],
        fault: 'dates',
        own: [],
      },
    },
    certificate: {
      name: 'certificate',
      title: text,
      data: {
        state: 'valid',
        certified,
        issued: text,
        address: 'https://manyhands.example/certificate/a',
        badge: '/certificate/a/badge',
        qr: { size: 21, path: 'M0 0h1v1h-1z' },
        isOwn: true,
      },
    },
    ...programmeSamples(text, head, card),
    ...groupSamples(text, head),
    'certificate, ended': { name: 'certificate', title: text, data: { state: 'ended', ended: text } },
    'certificate, unknown': { name: 'certificate', title: text, data: { state: 'unknown' } },
    account: {
      name: 'account',
      title: text,
      data: {
        userId: 5,
        names: { handle: text, firstName: text, lastName: text, shows: ['handle'] },
        addresses: [
          { address: text, main: true, isMailEnded: false },
          { address: text, main: false, isMailEnded: true },
        ],
        mailLanguage: 'de',
        projects: listed(
          { project: head, events: 3, optedOut: false, seenAs: text },
          { project: { ...head, id: 8 }, events: 0, optedOut: true },
        ),
        grants: listed({ id: 1, project: head, origin: text, how: 'popup', used: text, expires: text }),
        sites: [
          {
            id: text,
            name: text,
            site: text,
            sees: { name: true, address: true },
            since: text,
            used: text,
            reads: 3,
          },
        ],
        open: 'names',
        maxAddresses: 10,
        sessions: [
          { id: text, device: text, since: text, used: text, isThis: true },
          { id: text, device: text, since: text, isThis: false },
        ],
        moreSessions: 2,
        passkeys: [{ id: 'id', name: text, made: text, used: text, backup: 'copied' }],
        maxPasskeys: 20,
        done: 'sent',
        fault: { form: 'names', field: 'handle', text },
      },
    },
    'account, full': {
      name: 'account',
      title: text,
      data: {
        userId: 5,
        names: { handle: '', firstName: '', lastName: '', shows: [] },
        addresses: [{ address: text, main: true, isMailEnded: false }],
        projects: listed(),
        grants: listed(),
        sites: [],
        maxAddresses: 1,
        sessions: [{ id: text, device: text, since: text, isThis: true }],
        moreSessions: 0,
        passkeys: [{ id: 'id', name: text, made: text, backup: 'none' }],
        maxPasskeys: 1,
        fault: { form: 'passkey', text },
      },
    },
    'remove-passkey': {
      name: 'remove-passkey',
      title: text,
      data: { id: 'id', name: text, made: text, backup: 'possible' },
    },
    'remove-address': { name: 'remove-address', title: text, data: { address: text } },
    ...Object.fromEntries(
      (['ask', 'join', 'taken', 'other-person', 'signed-out', 'over'] as const).map(
        (state): [string, Page] => [
          `add-address, ${state}`,
          {
            name: 'add-address',
            title: text,
            data: {
              state,
              token: text,
              address: text,
              account: text,
              moves: { contributions: 2, certificates: 1, projects: 0, keys: 3 },
            },
          },
        ],
      ),
    ),
    ...keyPages(text),
    ...webhookPages(text, head),
    ...clientSamples(text),
    ...widgetPages(text),
    'me-remove': { name: 'me-remove', title: text, data: { ...mine, which: 'credited', before: 1 } },
    'me-leave-out': { name: 'me-leave-out', title: text, data: { contribution: deed } },
    'me-remove, unclaimed': {
      name: 'me-remove',
      title: text,
      data: { ...mine, which: 'unclaimed', before: 1 },
    },
    'sign-in': {
      name: 'sign-in',
      title: text,
      data: { state: 'form', next: text, fault: text, refusedPasskey: 'unknown' },
    },
    'sign-in, in Arabic': { name: 'sign-in', title: text, lang: 'ar', data: { state: 'sent', next: text } },
    'sign-in, mail sent': {
      name: 'sign-in',
      title: text,
      data: { state: 'sent', next: text, to: text, waiting: { secret: text, digits: '123456' } },
    },
    'sign-in, elsewhere': { name: 'sign-in', title: text, data: { state: 'there', next: text } },
    'sign-in-link': {
      name: 'sign-in-link',
      title: text,
      data: {
        token: text,
        press: text,
        next: text,
        isNew: true,
        asksAge: true,
        address: text,
        present: { name: text, isSame: false },
      },
    },
    'sign-in-link, no guardian': {
      name: 'sign-in-link',
      title: text,
      data: {
        token: text,
        press: text,
        next: text,
        isNew: true,
        asksAge: true,
        address: text,
        guardianFault: 'own',
        mayBeElsewhere: true,
        wrongDigits: text,
      },
    },
    'guardian, asked': { name: 'guardian-asked', title: text, data: { address: text, guardian: text } },
    'guardian, ask': {
      name: 'guardian',
      title: text,
      data: { state: 'ask', token: text, person: text, fault: text },
    },
    'guardian, account': {
      name: 'guardian',
      title: text,
      data: { state: 'account', token: text, person: text, contributions: 3 },
    },
    'guardian, find': { name: 'guardian', title: text, data: { state: 'find', fault: text } },
    ...Object.fromEntries(
      (['sent', 'over', 'ended', 'released'] as const).map((state): [string, Page] => [
        `guardian, ${state}`,
        { name: 'guardian', title: text, data: { state } },
      ]),
    ),
    ...Object.fromEntries(
      (['sign-in', 'ask', 'credited', 'undone', 'taken'] as const).map((state): [string, Page] => [
        `confirm, ${state}`,
        {
          name: 'confirm',
          title: text,
          data: {
            state,
            project: head,
            type: 'signup',
            ref: text,
            next: `/confirm/${text}`,
            account: text,
            isUnfilled: true,
            isStopped: true,
            lang: text,
          },
        },
      ]),
    ),
    ...Object.fromEntries(
      (['sign-in', 'sign-in-again', 'ask', 'over'] as const).map((state): [string, Page] => [
        `authorize, ${state}`,
        {
          name: 'authorize',
          title: text,
          data: {
            state,
            client: text,
            site: text,
            project: head,
            next: `/authorize/${text}/consent`,
            account: text,
            accountId: 5,
            sees: { name: text, address: text, contributions: true },
          },
        },
      ]),
    ),
    'authorize, in Arabic': {
      name: 'authorize',
      title: text,
      lang: 'ar',
      data: {
        state: 'ask',
        client: text,
        site: text,
        project: head,
        next: `/authorize/${text}/consent`,
        account: text,
        accountId: 5,
        sees: { name: text, address: text, contributions: true },
      },
    },
    person: { name: 'person', title: text, data: { userId: 5, certificates: [] } },
    'person with names': {
      name: 'person',
      title: text,
      data: {
        userId: 5,
        handle: text,
        name: text,
        totals: { events: 3, projects: 2, hours: 1.5 },
        cards: [card],
        projects: [head],
        certificates: [{ path: '/certificate/a', from: '2026-01-01', to: '2026-05-01' }],
      },
    },
    'popup, sign-in': connect({ state: 'sign-in', ...asked }),
    'popup, mail sent': { name: 'sign-in', title: text, data: { state: 'sent', next: `/connect?${text}` } },
    'popup, ask': connect({ state: 'ask', ...asked }),
    'popup, done': connect({ state: 'done', ...asked, code: text }),
    'popup, signed in for the browser': connect({ state: 'signed-in' }),
    'popup, refused': connect({ state: 'refused', fault: 'notRegistered' }),
    'mail-choices': {
      name: 'mail-choices',
      title: text,
      data: {
        token: text,
        grants: 2,
        senders: [
          { kind: 'project', id: 7, title: text },
          { kind: 'programme', id: 9, title: text },
        ],
      },
    },
    'mail-choices, done': { name: 'mail-choices', title: text, data: { token: text, done: 'never' } },
    ...apiDocs(text),
    ...registrationSamples(text, head, card, { ...about(text, head), tab: 'about' }),
    ...volunteerSamples(text, head),
    ...Object.fromEntries(
      docsTopics.map(({ name }) => [
        `docs ${name}`,
        {
          name: 'docs',
          title: text,
          data: {
            topic: name,
            projectId: text,
            retentionDays: 30,
            pinned: { 'recordevent_with_service_inline_signup.js': { file: text, integrity: text } },
          },
        },
      ]),
    ),
    ...Object.fromEntries(
      ['message', 'local-styles', 'headless', 'helper', 'finder'].map((embed): [string, Page] => [
        `builder, ${embed}`,
        {
          name: 'builder',
          title: text,
          data: {
            query: { ...everySetting(text), embed },
            pinned: { 'finder.js': { file: text, integrity: text } },
            isUnread: true,
            form: 'a'.repeat(43),
            saved: { id: 7, name: text, changed: text },
            isOutdated: true,
            typedName: text,
            isGone: true,
            noWidget: text,
          },
        },
      ]),
    ),
    'tell-me': { name: 'tell-me', title: text, data: { state: 'form', project: head, fault: text } },
    'tell-me, confirm': {
      name: 'tell-me',
      title: text,
      data: { state: 'confirm', project: head, token: text },
    },
    'tell-me, on': { name: 'tell-me', title: text, data: { state: 'on', project: head, token: text } },
    'tell-me, over': { name: 'tell-me', title: text, data: { state: 'over' } },
    outbox: {
      name: 'outbox',
      title: text,
      data: { mails: [{ to: text, subject: text, at: text, text, links: [text] }] },
    },
    own: { name: 'own', title: text, data: { name: 'imprint', text } },
    problem: {
      name: 'problem',
      title: text,
      status: 404,
      data: { status: 404, message: text, requestId: text },
    },
  };
}

/** The builder's address with hostile values. */
const everySetting = (text: string): Record<string, string> => ({
  ...Object.fromEntries(attributes.map(({ name }) => [name, text])),
  ...Object.fromEntries(Object.keys(customProperties).map((name) => [`look-${name}`, text])),
  project_id: '7',
  projects: '7',
  mode: 'passive',
  type: 'signup',
  limit: '3',
  layout: 'list',
});

/** The integration, as the Tools tab shows it. */
const integration = (text: string, isDone: boolean) => ({
  seen: {
    published: { isDone },
    key: { isDone, count: n(2), last: '2026-05-01' },
    message: { isDone, count: n(2), last: '2026-05-01' },
    browser: { isDone, count: n(2), last: '2026-05-01' },
    api: { isDone, count: n(20), last: '2026-05-01', late: n(3) },
    client: { isDone, count: n(1) },
    authorized: { isDone: false, count: n(0) },
  },
  refused: isDone
    ? [{ code: text, field: text, count: n(3), last: '2026-05-01', means: text, todo: text, must: text }]
    : [],
  tests: n(isDone ? 2 : 0),
  mayOverlap: isDone,
  hashed: isDone ? { isAllowed: false } : { isAllowed: false, asked: text },
});
