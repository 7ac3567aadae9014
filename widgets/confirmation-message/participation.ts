/** What the participant can do, and what follows: every request of the message starts here. */
import { call, isFinal, type Reply } from '../lib/call.ts';
import { consoleLine } from '../lib/console-line.ts';
import { keepGrant, readGrant } from '../lib/grant.ts';
import { recall, remember } from '../lib/memory.ts';
import { keepWords, wordsFor, type Language, type Words } from '../lib/messages.ts';
import { asking } from './authorize.ts';
import { confirmationAt } from './confirm-link.ts';
import { next, opening, type State, type Step } from './flow.ts';
import { joining } from './join-by-email.ts';
import { mayOpenWindows } from '../lib/popup.ts';
import { dropGrant, joinLine, type Contribution, type Recorded } from '../lib/recording.ts';
import { endSubmission, keepSubmission, openSubmission, type Submission } from '../lib/submission.ts';
import type { ConfirmationSettings } from './settings.ts';
import { takingBack } from './taking-back.ts';

export type HostEvent = 'credited' | 'declined' | 'undone' | 'failed';
export type Participation = ReturnType<typeof participation>;

/** The acts of one message. `speaks` says its language, `show` draws a state, `fire` tells the page. */
export function participation(
  settings: ConfirmationSettings,
  speaks: () => Language,
  show: (state: State) => void,
  fire: (name: HostEvent, detail?: object) => void,
) {
  const isPassive = settings.mode === 'passive';
  const { participant } = settings;
  let state: State = { step: 'waiting' };
  let project_id = settings.project_id ?? 0;
  let submission: Submission | undefined;
  const { prepare, ask, stop } = asking();
  let line: ReturnType<typeof joinLine> | undefined;
  /** The participant stopped crediting on our side: only our own site or a code lifts that, never this page. */
  let isStopped = false;
  let runs = 0;
  let isAway = false;
  let again: () => Promise<unknown> = begin;

  function go(step: Step, change?: Partial<State>) {
    const taken = next(state, step, change);
    if (taken) show((state = taken));
    return !!taken;
  }

  const declinedKey = () => `manyhands:${project_id}:declined`;
  function keepOutcome(outcome: Submission['outcome']) {
    if (submission) submission = { ...submission, outcome };
    if (submission && !isAway) keepSubmission(project_id, submission);
  }

  /** Starts over from what this page and the service know. */
  async function begin() {
    const run = ++runs;
    stop();
    again = begin;
    const lang = speaks();
    const words = wordsFor(lang);
    const isLinked = !!readGrant(project_id);
    state = { step: 'loading', words, isLinked, isNamed: !!participant, isWindowless: !mayOpenWindows() };
    if (project_id && recall('localStorage', declinedKey()) === 'yes') return void go('declined');
    show(state);
    try {
      const project = await call('GET /embed/project', {
        project_id: settings.project_id,
        ...(lang !== 'en' && { lang, words: words.version }),
      });
      if (run !== runs) return;
      if (project.words) state.words = keepWords(project.words as Words);
      project_id = project.project_id;
      if (!isPassive) project.page = confirmationAt(project_id, settings.type, openOne(), lang);
      // Without encryption a code or a grant would cross the network for all to read.
      if (project.may_grant && isSecureContext) await consider(project);
      else go('elsewhere', { project });
    } catch (error) {
      if (run !== runs) return;
      if (isFinal(error)) {
        consoleLine(`${error.message} Check data-project_id and the project's registered sites.`);
        go('off');
      } else if (state.isLinked && !isPassive) {
        // Who has agreed here before is credited all the same: it waits in line until the service is back.
        await consider();
      } else stumble();
    }
  }

  /** The contribution that this page is about. Put in again, it is still about that one. */
  function openOne() {
    if (submission && isAway) keepSubmission(project_id, submission);
    isAway = false;
    return (submission = openSubmission(project_id, settings.event_id ?? submission?.event_id));
  }

  async function consider(project?: Reply<'GET /embed/project'>) {
    const { event_id, when, outcome } = openOne();
    await prepare();
    const declined = recall('localStorage', declinedKey());
    const isLinked = !!readGrant(project_id);
    const isNamed = isPassive && !!participant && !declined;
    const { type, where, duration, magnitude, extra } = settings;
    const record = { project_id, type, when, where, duration, magnitude, extra, event_id };
    // Global Privacy Control: a kept grant is no agreement, a click is.
    const isAutomatic = !(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
    const step = opening({
      isDeclined: declined === 'yes',
      outcome,
      isLinked,
      isNamed,
      isPassive,
      isAutomatic,
    });
    if (isLinked && !isPassive) line ??= joinLine(project_id, hear);
    if (!project && step === 'ask') return stumble();
    if (go(step, { project, isLinked, isNamed, record }) && step === 'crediting') await post();
  }

  /** Nothing came back, or not now: it can be tried again. What waits in line does so by itself. */
  function stumble(isInLine = false, givenUp?: Contribution) {
    if (navigator.onLine) {
      if (go('failed')) fire('failed', givenUp);
    } else if (go('offline') && !isInLine) window.addEventListener('online', goOn, { once: true });
  }
  const goOn = () => state.step === 'offline' && again();

  async function post() {
    const { record } = state;
    if (!record) return;
    again = async () => void (go('crediting') && (await post()));
    line ??= joinLine(project_id, hear);
    await line.send(record).catch(() => stumble(true));
  }

  /** How this contribution ended, or one of an earlier page. */
  function hear(record: Contribution, reply?: Recorded) {
    if (record.event_id !== submission?.event_id) {
      if (reply) return;
      show((state = { ...state, hasLost: true }));
      fire('failed', record);
    } else if (reply) {
      const { credited, event_id, duplicate } = reply;
      // Not credited means undone before, or stopped on our side.
      isStopped = !credited && !duplicate;
      if (!isStopped) keepOutcome(credited ? 'credited' : 'undone');
      if (go(credited ? 'credited' : duplicate ? 'undone' : 'declined') && credited)
        fire('credited', { event_id });
    } else if (readGrant(project_id)) stumble(false, record);
    else go('ask', { isLinked: false });
  }

  /** A new grant: it credits, and takes back an earlier "no". */
  async function accept(grant: string) {
    keepGrant(project_id, grant);
    remember('localStorage', declinedKey());
    isStopped = false;
    state = { ...state, isLinked: true, isNamed: false };
    if (!isPassive) return post();
    if (go('credited')) fire('credited');
  }

  async function credit() {
    if (state.isLinked && !isStopped) return void (go('crediting') && (await post()));
    if (!state.project || !go('connecting')) return;
    const redeem = await ask(state.project, speaks());
    if (!redeem) return void go('blocked', { isWindowless: redeem === null });
    if (!go('crediting')) return;
    again = begin;
    try {
      await accept((await redeem()).grant);
    } catch {
      stumble();
    }
  }

  /** Undo, decline, forget: shows that it is under way, and the step that the act answers. */
  async function settle(act: () => Promise<Step>) {
    again = () => settle(act);
    if (!go('settling')) return;
    try {
      const step = await act();
      if (go(step) && (step === 'undone' || step === 'declined')) fire(step);
    } catch (error) {
      if (isFinal(error)) go('elsewhere');
      else stumble();
    }
  }

  const { mail, check } = joining({
    lang: speaks,
    projectId: () => project_id,
    stateNow: () => state,
    go,
    accept,
  });
  const { undo, decline, notMe } = takingBack(settings, {
    projectId: () => project_id,
    stateNow: () => state,
    submissionNow: () => submission,
    settle,
    keepOutcome,
    keepDeclined: () => remember('localStorage', declinedKey(), 'yes'),
    unlink() {
      dropGrant(project_id);
      state = { ...state, isLinked: false };
    },
    go,
    fire,
  });

  return {
    begin,
    credit,
    decline,
    mail,
    check,
    notMe,
    undo,
    cancel: () => {
      if (go('ask')) stop();
    },
    useEmail: () => go('email', { flow: undefined }),
    change: () => {
      // With the page's token the "no" was told to the service: the way back is a profile, not this memory.
      remember('localStorage', declinedKey(), participant && 'changing');
      // Without what a click would send this page was not let to ask: it says again where that can be done.
      if (state.project && state.record) go('ask', { isNamed: false });
      else void begin();
    },
    retry: () => again(),
    /** Ends what is under way. `isOver`: the next message in this document is about another contribution. */
    leave: (isOver: boolean) => {
      stop();
      line = void line?.leave();
      runs++;
      state = { ...state, step: 'off' };
      isAway = isOver;
      if (isOver && submission) endSubmission(project_id, submission);
    },
  };
}
