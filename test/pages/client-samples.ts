/** Samples of the pages about OAuth clients. */
import { contributed as n } from '../../server/stats/disclosure.ts';
import type { ClientFacts, OwnClients } from '../../src/contract/pages/clients.ts';
import type { Page } from '../../src/contract/pages.ts';
import { operatorStoreSamples } from './operator-store-samples.ts';

const factsOf = (text: string): ClientFacts => ({
  name: text,
  redirectUris: [text],
  scopes: ['login', 'extensive'],
  isPublic: false,
  project: { id: 7, title: text, path: '/project/7' },
});

export const clients = (text: string): OwnClients => ({
  clients: [
    { ...factsOf(text), clientId: text, hasSecret: true, formerUntil: text, people: n(20) },
    { ...factsOf(text), clientId: 'without-a-secret', hasSecret: false, people: null },
    { ...factsOf(text), clientId: 'public', isPublic: true, hasSecret: false, people: null },
  ],
  requests: [
    { ...factsOf(text), id: 1, made: text },
    { ...factsOf(text), id: 2, made: text, refused: text },
  ],
});

export function clientSamples(text: string): Record<string, Page> {
  const ask = { name: 'request-client', title: text } as const;
  const list = { name: 'operator-clients', title: text } as const;
  const form = 'a'.repeat(43);
  const [, open] = clients(text).clients;
  return {
    ...operatorSamples(text),
    'request-client': {
      ...ask,
      data: {
        projects: [{ id: 7, title: text, path: '/project/7' }],
        form,
        given: { name: text, redirects: text, project: '7', scopes: ['login'], isPublic: true },
        faults: { name: text, redirects: text, project: text, form: text },
      },
    },
    'request-client, no project': { ...ask, data: { projects: [], form } },
    'client-secret': {
      name: 'client-secret',
      title: text,
      data: { clientId: text, name: text, secret: text, formerUntil: text },
    },
    'operator-clients': {
      ...list,
      data: {
        requests: [{ ...factsOf(text), id: 1, made: text, owner: text, manages: false }],
        clients: open
          ? [
              { ...open, people: 2, owner: text, since: text },
              { ...open, people: 1, since: text, disabled: text },
            ]
          : [],
        done: { name: text, as: 'granted' },
        fault: text,
      },
    },
    'operator-clients, none': { ...list, data: { requests: [], clients: [] } },
  };
}

/** The operator's other pages. */
function operatorSamples(text: string): Record<string, Page> {
  const counts = { imagesWaiting: 1, noticesWaiting: 2, mailsWaiting: 3, mailsFailed: 4, freeBytes: 5 };
  const overview = {
    release: text,
    node: text,
    store: text,
    ...counts,
    lastPurge: text,
    nextPurge: text,
    lastBackup: text,
    pepper: text,
    limits: [{ name: text, max: 3, per: text }],
  };
  const firstSteps = {
    ownPages: true,
    project: false,
    editor: true,
    owner: false,
    embed: false,
    backup: true,
  };
  const mail = { kind: 'notice', made: text, failed: text, tries: 3, isKept: true } as const;
  const people = [
    { id: 1, name: text, address: text, role: 'operator' as const, isYou: true },
    { id: 2, name: text, address: text, role: 'editor' as const, isYou: false },
  ];
  return {
    operator: {
      name: 'operator',
      title: text,
      data: { ...overview, health: 'ok', isMailFailing: false },
    },
    'operator, in trouble': {
      name: 'operator',
      title: text,
      data: { ...overview, firstSteps, health: 'full', isMailFailing: true, limits: [] },
    },
    'operator-mails': {
      name: 'operator-mails',
      title: text,
      data: {
        waiting: 3,
        retrying: [
          { id: 4, kind: 'notice', made: text, tries: 2, fault: text, next: text },
          { id: 5, kind: 'link', made: text, tries: 1, fault: 'unreachable', next: text },
        ],
        failed: [
          { ...mail, id: 1, fault: text },
          { ...mail, id: 2, fault: 'interrupted' },
          { ...mail, id: 3, fault: 'unreachable', kind: 'code', isKept: false },
        ],
        retried: 1,
        fault: { message: text, typed: text },
      },
    },
    'operator-mails, tested': {
      name: 'operator-mails',
      title: text,
      data: { waiting: 0, retrying: [], failed: [], tested: { isSent: true, lines: [text, text] } },
    },
    'operator-mails, without a mail server': {
      name: 'operator-mails',
      title: text,
      data: {
        waiting: 0,
        retrying: [],
        failed: [],
        hasNoServer: true,
        tested: { isSent: false, lines: [text] },
      },
    },
    'operator-people': {
      name: 'operator-people',
      title: text,
      data: { people, done: 'editor', fault: { message: text, typed: text } },
    },
    ...operatorToolSamples(text),
    'operator-audit': {
      name: 'operator-audit',
      title: text,
      data: {
        list: { items: [{ at: text, actor: text, act: text, subject: text }], page: 2, pages: 3, total: 201 },
      },
    },
  };
}

/** The operator's pages that do what commands do. */
function operatorToolSamples(text: string): Record<string, Page> {
  const head = { id: 11, title: text, path: '/project/11-x' };
  const people = [{ id: 8, name: text, address: text, isOwner: true }];
  const origins = [{ origin: text, grants: 5 }];
  const counted = { tests: 2, participants: 3, grants: 4 };
  const project = { ...head, ...counted, isPublished: true, version: 3, managers: people, origins };
  const found = (more: Partial<typeof project>, visibility: 'published' | 'withheld' | 'unpublished') =>
    ({
      name: 'operator-project',
      title: text,
      data: { typed: text, done: 'show', project: { ...project, ...more, visibility } },
    }) as const;
  const key = { id: 5, name: text, scopes: 'all', made: text, used: text, projects: 6 } as const;
  const person = { id: 7, name: text, address: text };
  const keys = [
    { ...key, hasEnded: false },
    { ...key, id: 6, ends: text, hasEnded: true },
  ];
  const remarks = [{ place: text, name: text, fields: [{ field: text, message: text }] }];
  const shared = [{ remark: text, count: 200, places: [text, text] }];
  const counts = { form: 'CSV', added: 1, updated: 2, refused: 1, warned: 1 } as const;
  const report = {
    ...counts,
    notes: [text],
    refusals: { shared, others: remarks },
    warnings: { shared, others: remarks },
    stored: [{ id: 11, name: text }],
  };
  const typed = { owner: text, contact: text, publish: true, records: text };
  const bringing = { name: 'operator-import', title: text } as const;
  return {
    'operator-project': found({}, 'published'),
    'operator-project, withheld': found({}, 'withheld'),
    'operator-project, in review': found({ isPublished: false }, 'unpublished'),
    'operator-project, by name': {
      name: 'operator-project',
      title: text,
      data: { typed: text, named: [{ id: 7, title: text, path: '/project/7-x' }] },
    },
    'operator-project, none': {
      name: 'operator-project',
      title: text,
      data: { typed: text, fault: text },
    },
    'operator-keys': {
      name: 'operator-keys',
      title: text,
      data: { fault: { message: text, typed: text } },
    },
    'operator-keys, of a person': {
      name: 'operator-keys',
      title: text,
      data: { person, keys, hours: [0, 24], form: text, made: { key: text, name: text }, revoked: text },
    },
    ...operatorStoreSamples(text),
    'operator-import': {
      ...bringing,
      data: { typed, faults: { owner: text, contact: text, records: text } },
    },
    'operator-import, read': { ...bringing, data: { typed, outcome: { ...report, isDryRun: true } } },
    'operator-import, stored': { ...bringing, data: { typed, outcome: { ...report, isDryRun: false } } },
  };
}
