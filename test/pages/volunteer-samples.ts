/** A sample of each page about volunteers, full of one text. */
import { contributed as n } from '../../server/stats/disclosure.ts';
import type { Page, ProjectHead } from '../../src/contract/pages.ts';
import type { MailingEntry, MailingPage, SenderHead, ShownTo } from '../../src/contract/pages/volunteers.ts';

export function volunteerSamples(text: string, head: ProjectHead): Record<string, Page> {
  const figures = {
    pseudonym: text,
    events: n(3),
    unvouched: n(1),
    hours: n(1.5),
    magnitude: n(9),
    first: text,
    last: text,
    types: ['collection' as const, 'signup' as const],
  };
  const filter = { type: 'collection', active: '30', least: '5' } as const;
  const list = { items: [{ ...figures, name: text }], page: 2, pages: 3, total: 101 };
  const totals = { volunteers: n(101), events: n(300), hours: n(150) };
  const volunteers = (data: object): Page => ({
    name: 'volunteers',
    title: text,
    data: { project: head, filter, q: text, order: 'hours', day: text, totals, list, ...data },
  });
  const entry = (state: MailingEntry['state'], more: object = {}): MailingEntry => ({
    id: 4,
    subject: text,
    filter,
    state,
    at: text,
    ...more,
  });
  const project: SenderHead = { kind: 'project', ...head };
  const programme: SenderHead = { kind: 'programme', id: 9, title: text, path: '/programme/9' };
  const mailing = (data: Partial<MailingPage>): Page => ({
    name: 'mailing',
    title: text,
    data: {
      of: project,
      faults: {},
      isFirst: true,
      hosts: [text],
      typed: { filter, subject: text, body: text, form: text },
      log: [entry('awaiting_review'), entry('rejected', { why: text }), entry('sent', { sent: n(5) })],
      ...data,
    },
  });
  const review = (state: MailingEntry['state'], of: SenderHead, fault?: string): Page => ({
    name: 'review-mailing',
    title: text,
    data: {
      id: 4,
      of,
      state,
      at: text,
      subject: text,
      text,
      recipients: n(10),
      ...(fault !== undefined && { fault }),
    },
  });
  let projects = 0;
  const shown = (more: Partial<ShownTo>): ShownTo => ({
    project: { ...head, id: ++projects },
    isListed: true,
    isOptedOut: false,
    showsName: true,
    isMailed: true,
    figures: [figures],
    ...more,
  });
  const own = (name: string, items: ShownTo[]): Page => ({
    name: 'me-volunteer',
    title: text,
    data: { name, projects: { items, page: 2, pages: 3, total: items.length * 30 } },
  });
  const unsubscribe = (
    state: 'ask' | 'off' | 'on' | 'gone' | 'broken',
    about: 'project' | 'programme' | 'status' = 'project',
  ): Page => ({ name: 'unsubscribe', title: text, data: { about, token: 'token', title: text, state } });
  return {
    volunteers: volunteers({}),
    'volunteers, none yet': volunteers({ totals: { volunteers: n(0), events: n(0), hours: n(0) } }),
    'volunteers, nobody fits': volunteers({ list: { items: [], page: 1, pages: 1, total: 0 } }),
    mailing: mailing({ faults: { subject: text, body: text, group: text } }),
    'mailing, preview': mailing({ preview: { subject: text, text, recipients: n(10) } }),
    'mailing, sent': mailing({ isFirst: false, done: 'sending', log: [] }),
    'mailing, of a programme': mailing({ of: programme }),
    'mailing of a programme, preview': mailing({
      of: programme,
      preview: { subject: text, text, recipients: n(10) },
    }),
    'mailing of a programme, sent': mailing({ of: programme, done: 'awaiting' }),
    'review-mailing': review('awaiting_review', project, text),
    'review-mailing, decided': review('sent', programme),
    'me-volunteer': own(text, [
      shown({}),
      shown({ showsName: false, isMailed: false }),
      shown({ figures: [] }),
      shown({ isListed: false }),
      shown({ isListed: false, isOptedOut: true }),
    ]),
    'me-volunteer, nothing': own('', []),
    unsubscribe: unsubscribe('ask'),
    'unsubscribe, off': unsubscribe('off'),
    'unsubscribe, on': unsubscribe('on'),
    'unsubscribe, broken': unsubscribe('broken'),
    'unsubscribe from a programme': unsubscribe('ask', 'programme'),
    'unsubscribe from a programme, off': unsubscribe('off', 'programme'),
    'unsubscribe from a programme, on': unsubscribe('on', 'programme'),
    'unsubscribe from a programme, gone': unsubscribe('gone', 'programme'),
    'unsubscribe from notices': unsubscribe('ask', 'status'),
    'unsubscribe from notices, off': unsubscribe('off', 'status'),
    'unsubscribe from notices, on': unsubscribe('on', 'status'),
  };
}
