/** Samples of the pages about an owner's keys, saved widgets and webhook. */
import { contributed as n } from '../../server/stats/disclosure.ts';
import { figureNames, type FigureSet } from '../../src/contract/pages/stats-figures.ts';
import type { OwnKey } from '../../src/contract/pages/keys.ts';
import type { Page, ProjectHead } from '../../src/contract/pages.ts';
import { clients } from './client-samples.ts';

export function keyPages(text: string): Record<string, Page> {
  const key: OwnKey = { id: 7, name: text, scopes: ['record', 'finder'], made: text, used: text };
  const ended: OwnKey = { ...key, id: 8, scopes: 'all', ends: text };
  const form = 'a'.repeat(43);
  const page = { name: 'keys', title: text } as const;
  const end = { name: 'end-key', title: text } as const;
  const none = { own: { clients: [], requests: [] } };
  return {
    keys: {
      ...page,
      data: {
        keys: [key, ended],
        ended: [ended],
        maxKeys: 20,
        manages: 'nothing',
        form,
        revoked: text,
        own: clients(text),
        given: { name: text, scopes: [] },
        faults: { name: text, scopes: text, form: text },
      },
    },
    'keys, none': {
      ...page,
      data: { ...none, keys: [], ended: [], maxKeys: 20, manages: 'unpublished', form },
    },
    'keys, full': {
      ...page,
      data: { ...none, keys: [key], ended: [], maxKeys: 1, manages: 'published', form },
    },
    'new-key': {
      name: 'new-key',
      title: text,
      data: { key: text, name: text, scopes: ['finder'], call: text, replaces: { ends: text } },
    },
    'end-key, revoke': { ...end, data: { act: 'revoke', key, projects: 2, form, fault: text } },
    'end-key, replace': { ...end, data: { act: 'replace', key, projects: 0, hours: [0, 24, 168], form } },
    'end-key, successor': { ...end, data: { act: 'replace', key: ended, projects: 1, form } },
  };
}

export function widgetPages(text: string): Record<string, Page> {
  const line = { id: 7, name: text, isOwner: true, changed: text };
  return {
    widgets: {
      name: 'widgets',
      title: text,
      data: { widgets: [line, { ...line, isOwner: false }], deleted: [{ ...line, until: text }] },
    },
    'widgets, none': { name: 'widgets', title: text, data: { widgets: [], deleted: [] } },
    widget: {
      name: 'widget',
      title: text,
      data: {
        ...line,
        edit: `/builder?${new URLSearchParams({ title: text })}`,
        query: { embed: 'finder', title: text },
        pinned: { 'finder.js': { file: text, integrity: text } },
        counts: [{ day: '2026-11-22', site: text, views: n(3), clicks: n(1) }],
        form: 'a'.repeat(43),
        done: 'saved',
      },
    },
    'end-widget': {
      name: 'end-widget',
      title: text,
      data: { id: 7, name: text, views: n(3), sites: [text], days: 30 },
    },
    check: { name: 'check', title: text, data: { url: text, html: text, fault: text } },
    'check, findings': {
      name: 'check',
      title: text,
      data: {
        url: text,
        html: text,
        checked: {
          url: text,
          findings: [
            { kind: 'wrong', says: text, line: text },
            { kind: 'note', says: text },
            { kind: 'right', says: text },
          ],
          seen: [{ what: text, value: text, why: text }],
        },
      },
    },
    'stats-summary': {
      name: 'stats-summary',
      title: text,
      data: {
        title: text,
        organisation: text,
        path: '/project/7',
        totals: { events: n(3), participants: n(60) },
        figures: figures(text),
      },
    },
    links: {
      name: 'links',
      title: text,
      data: {
        project: { id: 7, title: text, path: '/project/7' },
        address: text,
        form: text,
        qr: { size: 9, path: text },
      },
    },
  };
}

/** Every figure of Stats; only notes have words of the owner. */
export const figures = (text: string): FigureSet => ({
  choice: { period: 'week', by: 'type', span: '90' },
  from: '2026-08-03',
  to: '2026-08-16',
  peopleUpTo: '2026-08-15',
  figures: figureNames.map((name) => ({
    name,
    columns: ['period', 'collection', 'signup', 'total'],
    rows: [
      ['2026-08-03', n(2), null, n(5)],
      ['2026-08-10', n(0), n(1.5), n(10)],
    ],
  })),
  map: { width: 360, height: 240, land: 'M0 0', borders: '', dots: [{ x: 1, y: 2, people: n(5) }] },
  notes: [{ id: 1, day: '2026-08-04', text }],
});

/** The page of the notices to an owner's server. */
export const webhookPages = (text: string, project: ProjectHead): Record<string, Page> => {
  const notice = {
    kind: 'test',
    message: 'msg_1',
    isRedirected: true,
    at: text,
    tries: 2,
    outcome: text,
    then: text,
  } as const;
  const data = { project: { ...project, tabs: { isOpen: true } }, form: 'a'.repeat(43) };
  const hook = { address: text, movedTo: text, version: text, since: text };
  return {
    webhook: {
      name: 'webhook',
      title: text,
      data: {
        ...data,
        secret: text,
        hook: { ...hook, failingSince: text, formerUntil: text },
        notices: [
          { id: 1, ...notice, state: 'failed' },
          { id: 2, ...notice, state: 'failed' },
          { id: 3, ...notice, state: 'waiting' },
          { id: 4, ...notice, state: 'delivered' },
        ],
      },
    },
    'webhook, none yet': {
      name: 'webhook',
      title: text,
      data: { ...data, typed: text, fault: text, notices: [] },
    },
    'webhook, ended': {
      name: 'webhook',
      title: text,
      data: { ...data, hook: { ...hook, ended: { at: text, why: 'failing' } }, done: 'changed', notices: [] },
    },
  };
};
