/** Samples of the pages of groups. */
import type { Page, ProjectHead } from '../../src/contract/pages.ts';
import { programmeOf } from './programme-samples.ts';

export function groupSamples(text: string, head: ProjectHead): Record<string, Page> {
  const of = { id: 4, name: text, path: '/group/4' };
  const ends = '2026-12-31T22:59:59Z';
  const members = { people: null, contributions: null };
  const programme = { id: 9, name: text, path: '/programme/9-two-hedges' };
  return {
    groups: {
      name: 'groups',
      title: text,
      data: {
        led: [
          { ...of, ends, isOver: false },
          { ...of, id: 5, ends, isOver: true },
        ],
        joined: [of, { ...of, id: 6, shownName: text }],
        programmes: [programme],
        form: 'a',
        given: { name: text, ends: '2026-12-31' },
        faults: { name: text, ends: text },
      },
    },
    'groups, none': {
      name: 'groups',
      title: text,
      data: { led: [], joined: [], programmes: [], form: 'a', given: {}, faults: {} },
    },
    group: {
      name: 'group',
      title: text,
      data: {
        of,
        code: 'BCDF GHJK',
        ends,
        isOver: false,
        projects: [
          { project: head, contributions: 12, hours: 3 },
          { project: { ...head, id: 8, title: '' }, contributions: 1, hours: 0 },
        ],
        weeks: [
          {
            from: '2026-05-11',
            contributions: 200,
            hours: 3,
            oddDays: [{ day: '2026-05-13', contributions: 190 }],
          },
          { from: '2026-05-04', contributions: 2, hours: 0, oddDays: [] },
        ],
        members,
        named: [{ name: text, contributions: 2, hours: 1 }],
        programme: {
          programme: programmeOf(text),
          progress: { contributions: 7, hours: 1.5, projects: 2 },
          award: '/certificate/a',
        },
        done: 'opened',
      },
    },
    'group, over': {
      name: 'group',
      title: text,
      data: { of, ends, isOver: true, projects: [], weeks: [], members, named: [], fault: 'nothing' },
    },
    'group-sheet': {
      name: 'group-sheet',
      title: text,
      data: {
        of,
        code: 'BCDF GHJK',
        address: 'https://manyhands.example/join/BCDFGHJK',
        qr: { size: 21, path: 'M0 0h1v1h-1z' },
        ends,
      },
    },
    'group-code': {
      name: 'group-code',
      title: text,
      data: {
        state: 'open',
        name: text,
        code: 'BCDF GHJK',
        isSignedIn: true,
        member: { shownName: text },
        done: 'joined',
      },
    },
    'group-code, a member': {
      name: 'group-code',
      title: text,
      data: { state: 'open', name: text, code: 'BCDF GHJK', isSignedIn: true, member: {} },
    },
    'group-code, a stranger': {
      name: 'group-code',
      title: text,
      data: { state: 'open', name: text, code: 'BCDF GHJK', isSignedIn: false },
    },
    'group-code, unknown': { name: 'group-code', title: text, data: { state: 'unknown' } },
    'group-code, over': { name: 'group-code', title: text, data: { state: 'over' } },
    ...Object.fromEntries(
      (['ask-group', 'counted'] as const).map((state): [string, Page] => [
        `confirm, ${state}`,
        {
          name: 'confirm',
          title: text,
          data: {
            state,
            project: head,
            type: 'collection',
            ref: text,
            next: '/confirm/7',
            group: { name: text, code: 'BCDF GHJK' },
          },
        },
      ]),
    ),
    'confirm, an unknown group': {
      name: 'confirm',
      title: text,
      data: {
        state: 'sign-in',
        project: head,
        type: 'collection',
        ref: text,
        next: '/confirm/7',
        isGroupUnknown: true,
      },
    },
  };
}
