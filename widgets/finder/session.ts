/** The searches of one finder: what is asked for, what came back, and what is shown meanwhile. */
import { call, isFinal, type Reply, type Sent } from '../lib/call.ts';
import { consoleLine } from '../lib/console-line.ts';
import { keepWords, type Language, wordsFor, type Words } from '../lib/messages.ts';
import type { FinderSettings } from '../../src/attributes/finder.ts';
import type { FinderMessageKey } from './words.ts';

type Found = Reply<'GET /embed/finder'>;
export type Card = Found['results'][number];

export type FinderState = {
  /** `waiting`: nothing is asked yet; `loading` and `slow`: no results to show; `failed`: `problem` says why. */
  step: 'waiting' | 'loading' | 'slow' | 'ready' | 'failed';
  words: Words;
  /** The words in the field. */
  q: string;
  results: Card[];
  total: number;
  isAtLeast?: boolean;
  /** The same search on our own site. */
  page?: string;
  hasNext?: boolean;
  /** More results are on their way. */
  isAdding?: boolean;
  problem?: FinderMessageKey | undefined;
  /** Where the visitor is, once they said so. */
  position?: { lat: string; lng: string } | undefined;
  /** The visitor did something: changes are announced. */
  isAsked?: boolean;
};

export type FinderHostEvent = 'searched' | 'opened';

type Around = {
  settings: FinderSettings;
  lang: () => Language;
  /** `focusAt`: the result that takes the focus of the control that brought it. */
  show: (state: FinderState, focusAt?: number) => void;
  fire: (name: FinderHostEvent, detail: object) => void;
};

/** In milliseconds; after that, the visitor reads that it takes longer. */
const slowAfter = 3000;

export type Session = ReturnType<typeof finderSession>;

export function finderSession({ settings, lang, show, fire }: Around) {
  const { projects, q = '', topic, activity, region, organisation, audience, near, limit } = settings;
  let state: FinderState = { step: 'waiting', words: wordsFor('en'), q, results: [], total: 0 };
  let runs = 0;
  let cursor: string | undefined;
  /** How the visitor's last wish is tried again. */
  let retry = () => load(false);

  const change = (to: Partial<FinderState>, focusAt?: number) => show((state = { ...state, ...to }), focusAt);

  const asked = (shown: number): Partial<Sent<'GET /embed/finder'>> =>
    projects
      ? { projects: projects.slice(shown, shown + limit).join() }
      : {
          ...{ q: state.q, topic, activity, region, organisation, audience, limit },
          ...(state.position ?? { near }),
          cursor: shown ? cursor : undefined,
        };

  async function load(isFurther: boolean) {
    const run = ++runs;
    retry = () => load(isFurther);
    const shown = isFurther ? state.results.length + skipped : 0;
    if (!isFurther) skipped = 0;
    change(isFurther ? { isAdding: true, problem: undefined } : { step: 'loading', problem: undefined });
    const slow = setTimeout(() => {
      if (run === runs && !isFurther) change({ step: 'slow' });
    }, slowAfter);
    const tongue = lang();
    try {
      const reply = await call('GET /embed/finder', {
        ...asked(shown),
        ...(tongue !== 'en' && { lang: tongue, words: state.words.version }),
      } as Sent<'GET /embed/finder'>);
      if (run === runs) take(reply, shown);
    } catch (error) {
      if (run === runs) fail(error, isFurther);
    }
    clearTimeout(slow);
  }

  /** Chosen projects that are not shown any more: of those that were asked for, fewer came. */
  let skipped = 0;

  function take({ results, total, total_at_least, next, page, words }: Found, shown: number) {
    cursor = next;
    if (projects) skipped += Math.min(limit, projects.length - shown) - results.length;
    const before = shown ? state.results : [];
    change(
      {
        step: 'ready',
        isAdding: false,
        results: [...before, ...results],
        total: projects ? projects.length - skipped : total,
        isAtLeast: !!total_at_least,
        hasNext: projects ? shown + limit < projects.length : !!next,
        page,
        ...(words && { words: keepWords(words as Words) }),
      },
      shown ? before.length : undefined,
    );
    if (!shown && state.isAsked) fire('searched', { q: state.q, total });
  }

  function fail(error: unknown, isFurther: boolean) {
    const isRefused = isFinal(error);
    if (isRefused) consoleLine(error.message);
    const isTooMany = (error as { status?: number }).status === 429;
    const problem = isTooMany ? 'tooMany' : isRefused ? 'refused' : 'failed';
    // The results on the page stay: only the further ones are missing.
    change({ isAdding: false, problem, step: isFurther ? 'ready' : 'failed' });
  }

  return {
    /** Shows the words of an earlier page until the service answers. */
    prepare: () => change({ words: wordsFor(lang()) }),
    begin() {
      if (state.step === 'waiting') void load(false);
    },
    leave() {
      runs++;
      if (state.step !== 'ready') state = { ...state, step: 'waiting' };
      state = { ...state, isAdding: false };
    },
    search(words: string) {
      state = { ...state, q: words.trim().slice(0, 500), isAsked: true };
      void load(false);
    },
    more() {
      if (state.isAdding) return;
      state = { ...state, isAsked: true };
      void load(true);
    },
    retry() {
      state = { ...state, isAsked: true };
      void retry();
    },
    /** About a kilometre is as exact as it is sent. */
    nearMe() {
      state = { ...state, isAsked: true };
      if (state.position) {
        state = { ...state, position: undefined };
        return void load(false);
      }
      const run = ++runs;
      change({ problem: undefined });
      navigator.geolocation.getCurrentPosition(
        ({ coords: { latitude, longitude } }) => {
          if (run !== runs) return;
          state = { ...state, position: { lat: latitude.toFixed(2), lng: longitude.toFixed(2) } };
          void load(false);
        },
        () => run === runs && change({ problem: 'nowhere' }),
        { maximumAge: 600_000, timeout: 15_000 },
      );
    },
    open: (project_id: number) => fire('opened', { project_id }),
  };
}
