/** Samples of the pages of programmes. */
import type { Page, ProjectHead } from '../../src/contract/pages.ts';
import type { ProjectCardData } from '../../src/contract/pages/finder.ts';
import type {
  ListedProject,
  OwnProgramme,
  ProgrammeSaid,
  ToolsProgrammes,
} from '../../src/contract/pages/programmes.ts';

import { listed } from './listed.ts';

export const programmeOf = (text: string): ProgrammeSaid => ({
  id: 9,
  name: text,
  path: '/programme/9-two-hedges',
  text,
  award: text,
  lang: 'de',
  rule: {
    contributions: 10,
    hours: 2,
    projects: 3,
    from: '2026-05-01',
    to: '2026-06-30',
    counts: 'reported',
  },
  colours: { ground: '#0b5d4b', ink: '#ffffff' },
  logo: '/images/0123456789abcdef0123456789abcdef.webp',
  link: 'https://library.example/',
});

export const partOf = (text: string): OwnProgramme => ({
  programme: programmeOf(text),
  own: { progress: { contributions: 7, hours: 1.5, projects: 2, isRough: true }, isMailed: true },
});

const headOf = (text: string) => ({ id: 9, name: text, path: '/programme/9-two-hedges' });

export const toolsProgrammes = (text: string): ToolsProgrammes => ({
  own: [
    { programme: headOf(text), state: 'listed' },
    { programme: { ...headOf(text), id: 10 }, state: 'invited' },
    { programme: { ...headOf(text), id: 11 }, state: 'asked' },
  ],
  open: [{ ...headOf(text), id: 12 }],
  missing: [],
});

export function programmeSamples(
  text: string,
  head: ProjectHead,
  card: ProjectCardData,
): Record<string, Page> {
  const programme = programmeOf(text);
  const shared = {
    programme,
    search: '/finder?programme=9',
    qr: { size: 21, path: 'M0 0h1v1h-1z' },
    address: 'https://manyhands.example/programme/9',
  };
  return {
    programmes: {
      name: 'programmes',
      title: text,
      data: {
        programmes: listed(programme),
        managed: [
          { ...headOf(text), state: 'open' },
          { ...headOf(text), id: 10, state: 'refused', reason: text },
        ],
      },
    },
    'programmes, none': { name: 'programmes', title: text, data: { programmes: listed(), managed: [] } },
    programme: {
      name: 'programme',
      title: text,
      data: {
        ...shared,
        state: 'open',
        projects: [card],
        own: {
          ...partOf(text).own,
          award: { path: '/certificate/a' },
          isMailed: false,
          shown: { name: text, until: '2026-07-01' },
        },
        isMember: true,
        manages: true,
        isWaiting: true,
        done: 'joined',
      },
    },
    'programme, joined': {
      name: 'programme',
      title: text,
      data: {
        ...shared,
        programme: { ...programme, rule: { ...programme.rule, isYearly: true } },
        state: 'open',
        projects: [],
        own: partOf(text).own,
        isMember: true,
        manages: false,
      },
    },
    'programme, to join': {
      name: 'programme',
      title: text,
      data: { ...shared, state: 'open', projects: [], isMember: false, manages: false },
    },
    'programme, requested': {
      name: 'programme',
      title: text,
      data: { ...shared, state: 'requested', projects: [], isMember: false, manages: true, done: 'sent' },
    },
    'programme-form': { name: 'programme-form', title: text, data: { given: {}, faults: {}, form: 'a' } },
    'programme-form, with faults': {
      name: 'programme-form',
      title: text,
      data: {
        given: { name: text, text, award: text, 'text-de': text, counts: 'all' },
        faults: { name: text, ink: text },
        form: 'a',
        of: { ...headOf(text), logo: '/images/0123456789abcdef0123456789abcdef.webp' },
      },
    },
    'programme-work': {
      name: 'programme-work',
      title: text,
      data: {
        of: headOf(text),
        isOpen: true,
        projects: listed<ListedProject>(
          { project: head, state: 'listed', missing: [] },
          { project: { ...head, id: 8 }, state: 'asked', missing: [] },
          { project: { ...head, id: 10 }, state: 'invited', missing: ['api'] },
        ),
        people: null,
        awards: null,
        figures: [
          { month: '2026-05', people: null, contributions: null, hours: null },
          { month: '2026-05', project: head, people: null, contributions: null, hours: null },
        ],
        allFigures: 1234,
        shown: listed<{ name: string; until: string; award?: string }>(
          { name: text, until: '2026-07-01', award: '/certificate/a' },
          { name: text, until: '2026-07-01' },
        ),
        done: 'listed',
      },
    },
    'programme-work, empty': {
      name: 'programme-work',
      title: text,
      data: {
        of: headOf(text),
        isOpen: false,
        projects: listed(),
        people: null,
        awards: null,
        figures: [],
        shown: listed(),
      },
    },
    'operator-programmes': {
      name: 'operator-programmes',
      title: text,
      data: {
        programmes: listed(
          ...(['requested', 'open', 'withheld'] as const).map((state) => ({
            ...programme,
            state,
            by: text,
            since: '2026-05-01T09:12:00Z',
            ...(state === 'open' && { change: { ...programme, others: [text] } }),
          })),
        ),
        fault: text,
      },
    },
    'operator-programmes, none': { name: 'operator-programmes', title: text, data: { programmes: listed() } },
    'certificate, an award': {
      name: 'certificate',
      title: text,
      data: {
        state: 'award',
        holder: text,
        programme,
        address: 'https://manyhands.example/certificate/a',
        badge: '/certificate/a/badge',
        qr: shared.qr,
        isOwn: true,
      },
    },
  };
}
