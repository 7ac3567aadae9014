/** The searches of one finder: the requests, their results, and the state that is shown meanwhile. */
import { call, isFinal, type Reply, type Sent } from '../lib/call.ts';
import { consoleLine } from '../lib/console-line.ts';
import { keepWords, wordsFor, type Words } from '../lib/messages.ts';
import type { FinderSettings } from '../../src/attributes/finder.ts';
import type { FinderMessageKey } from './words.ts';

type FinderReply = Reply<'GET /embed/finder'>;
export type Card = FinderReply['results'][number];

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

/** The attributes and custom properties of a saved widget. */
export type SavedAttributes = Record<string, string>;

type FinderHostEvent = 'searched' | 'opened';

type SessionDeps = {
  settings: FinderSettings;
  /** Reads the settings again, with those of the saved widget. */
  reread: (saved: SavedAttributes) => FinderSettings;
  lang: (told: string | undefined) => string;
  /** `focusAt`: the result that takes the focus of the control that brought it. */
  show: (state: FinderState, settings: FinderSettings, focusAt?: number) => void;
  fire: (name: FinderHostEvent, detail: object) => void;
};

/** In milliseconds; after that, the visitor reads that it takes longer. */
const slowAfter = 3000;

const fieldsOf = (
  {
    projects,
    topic,
    activity,
    region,
    organisation,
    audience,
    programme,
    language,
    near,
    limit,
  }: FinderSettings,
  { q, position }: FinderState,
  shown: number,
  cursor: string | undefined,
): Partial<Sent<'GET /embed/finder'>> =>
  projects
    ? { projects: projects.slice(shown, shown + limit).join() }
    : {
        q,
        topic,
        activity,
        region,
        organisation,
        audience,
        programme,
        language,
        limit,
        ...(position ?? { near }),
        cursor: shown ? cursor : undefined,
      };

const readyWith = (
  { total, total_at_least, next, page, words }: FinderReply,
  wanted: string,
): Partial<FinderState> => ({
  step: 'ready',
  isAdding: false,
  total,
  isAtLeast: !!total_at_least,
  hasNext: !!next,
  page,
  ...(words && { words: keepWords(words as Words, wanted) }),
});

/** Returns what the visitor reads; the owner reads in the console why the service refused. */
function problemOf(error: unknown): FinderMessageKey {
  if (isFinal(error)) consoleLine(error.message);
  const { status } = error as { status?: number };
  if (status === 429) return 'tooMany';
  if (status === 404) return 'removed';
  return isFinal(error) ? 'refused' : 'failed';
}

/** Asks the browser where the visitor is, to about a kilometre; undefined if they refuse, or if it cannot tell. */
const locate = (onPosition: (position?: FinderState['position']) => unknown) =>
  navigator.geolocation.getCurrentPosition(
    ({ coords: { latitude, longitude } }) =>
      onPosition({ lat: latitude.toFixed(2), lng: longitude.toFixed(2) }),
    () => onPosition(),
    { timeout: 15_000 },
  );

/** The state of a finder and its requests; only what the last one brings is shown. */
export function finderSession({ settings, reread, lang, show, fire }: SessionDeps) {
  const { widget, q = '' } = settings;
  let isUnread = !!widget;
  let state: FinderState = { step: 'waiting', words: wordsFor('en'), q, results: [], total: 0 };
  let runs = 0;
  let cursor: string | undefined;
  /** Repeats the visitor's last request. */
  let retry = () => load(false);

  const change = (to: Partial<FinderState>, focusAt?: number) =>
    show((state = { ...state, ...to }), settings, focusAt);
  const count = (act: 'view' | 'click') => {
    if (widget) call('POST /embed/widget', { widget, act }).catch(() => {});
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
    try {
      const fields = isUnread ? { widget } : fieldsOf(settings, state, shown, cursor);
      const language = lang(settings.lang);
      const words = { lang: language, words: state.words.version };
      const reply = await call('GET /embed/finder', { ...fields, ...words } as Sent<'GET /embed/finder'>);
      if (run === runs) take(reply, shown);
    } catch (error) {
      // The results on the page stay: only the further ones are missing.
      if (run === runs)
        change({ isAdding: false, problem: problemOf(error), step: isFurther ? 'ready' : 'failed' });
    }
    clearTimeout(slow);
  }

  /** The number of chosen projects that are not shown any more: the reply had fewer than were requested. */
  let skipped = 0;

  function take(reply: FinderReply, shown: number) {
    const { results, total, saved } = reply;
    if (saved) {
      settings = reread(saved);
      state = { ...state, q: settings.q ?? '', words: wordsFor(lang(settings.lang)) };
      if (isUnread) count('view');
      isUnread = false;
    }
    const { projects, limit } = settings;
    cursor = reply.next;
    if (projects) skipped += Math.min(limit, projects.length - shown) - results.length;
    const before = shown ? state.results : [];
    change(
      {
        ...readyWith(reply, lang(settings.lang)),
        results: [...before, ...results],
        ...(projects && { total: projects.length - skipped, hasNext: shown + limit < projects.length }),
      },
      shown ? before.length : undefined,
    );
    if (!shown && state.isAsked) fire('searched', { q: state.q, total });
  }

  /** Discards the request that is under way; the returned function tells whether nothing newer has begun. */
  function supersede() {
    const run = ++runs;
    return () => run === runs;
  }
  const set = (to: Partial<FinderState>) => void (state = { ...state, ...to });
  /** Loads because the visitor asked: the outcome is announced. */
  function ask(to: Partial<FinderState>, isFurther = false) {
    set({ ...to, isAsked: true });
    void load(isFurther);
  }

  return {
    /** Shows the words of an earlier page until the service answers. */
    prepare: () => change({ words: wordsFor(lang(settings.lang)) }),
    begin() {
      if (state.step === 'waiting') void load(false);
    },
    leave() {
      supersede();
      set({ isAdding: false, ...(state.step !== 'ready' && { step: 'waiting' }) });
    },
    search: (words: string) => ask({ q: words.trim().slice(0, 500) }),
    more() {
      if (!state.isAdding) ask({}, true);
    },
    retry() {
      set({ isAsked: true });
      void retry();
    },
    nearMe() {
      if (state.position) return ask({ position: undefined });
      const isLast = supersede();
      change({ problem: undefined });
      locate((position) => {
        if (!isLast()) return;
        if (position) ask({ position });
        else change({ problem: 'nowhere' });
      });
    },
    open(project_id: number) {
      count('click');
      fire('opened', { project_id });
    },
  };
}

export type Session = ReturnType<typeof finderSession>;
