/** The state machine of the confirmation message: each state and transition is a row, without page and network. */
import { describe, expect, test } from 'vitest';
import { opening, reduce } from '../../widgets/confirmation-message/flow.ts';
import { rows } from '../../widgets/confirmation-message/second-part/rows.ts';
import type { Event, Known, State } from '../../widgets/confirmation-message/states.ts';

const nothingKnown = {
  isDeclined: false,
  outcome: undefined,
  isLinked: false,
  isNamed: false,
  isAutomatic: true,
} as const;

describe('the first step', () => {
  test.each([
    ['nothing is known', {}, 'ask'],
    ['a grant is kept', { isLinked: true }, 'crediting'],
    ['a grant is kept, with Global Privacy Control', { isLinked: true, isAutomatic: false }, 'ask'],
    [
      'it was declined, whatever else is known',
      { isDeclined: true, isLinked: true, outcome: 'credited' },
      'declined',
    ],
    ['this contribution was credited before', { isLinked: true, outcome: 'credited' }, 'credited'],
    ['it was credited, but the grant is gone', { outcome: 'credited' }, 'ask'],
    ['this contribution was undone', { isLinked: true, outcome: 'undone' }, 'undone'],
    ['it was undone, and the grant is gone', { outcome: 'undone' }, 'ask'],
    ['passive', { isPassive: true }, 'ask'],
    ['passive, this site is linked', { isPassive: true, isLinked: true }, 'credited'],
    ['passive, the contribution is named', { isPassive: true, isLinked: true, isNamed: true }, 'ask'],
  ] as const)('%s', (_, known, step) => {
    const { isPassive = false, ...more } = known as { isPassive?: boolean };
    expect(opening({ ...nothingKnown, ...more }, isPassive)).toBe(step);
  });
});

const record = {
  project_id: 12,
  type: 'collection',
  when: '2026-05-01T10:20:30Z',
  event_id: 'mine',
} as const;
const project = { project_id: 12, title: 'River', page: '/', may_grant: true, retention_days: 30 };
const known: Known = { ...nothingKnown, record };
const linked: Known = { ...known, isLinked: true };
const at = (step: State['step'], more: Partial<State> = {}): State => ({ step, project, record, ...more });
const code = at('code', { flow: 'flow', address: 'a@b.org' });
const mailed = at('email', { address: 'a@b.org', isBusy: true });
const checked: State = { ...code, isBusy: true };
const inGroup = at('group', { isBusy: true });
const recorded = (reply: object): Event => ({ on: 'recorded', reply: { credited: true, ...reply } });
const mail = (address: string, isOfAge = true): Event => ({ on: 'mail', address, isOfAge });
const offline: Event = { on: 'stumbled', isOnline: false };
const online: Event = { on: 'stumbled', isOnline: true };

/**
 * A state, an event, the step that follows, and the effects by name; `more` has the texts that the participant reads.
 */
type Row = [State, Event, State['step'], string[], Partial<State>?];

const transitions: Row[] = [
  // Opening.
  [at('waiting'), { on: 'begin', fresh: {}, isDeclined: false }, 'loading', ['load']],
  [at('waiting'), { on: 'begin', fresh: {}, isDeclined: true }, 'declined', []],
  [at('loading'), { on: 'loaded', project, known }, 'ask', []],
  [at('loading'), { on: 'loaded', project }, 'elsewhere', []],
  [at('loading'), { on: 'loaded', project, known: linked }, 'crediting', ['record'], { isLinked: true }],
  [at('loading'), { on: 'loaded', known: linked, isOnline: false }, 'crediting', ['record']],
  [at('loading'), { on: 'loaded', known, isOnline: true }, 'failed', ['fire failed']],
  [at('loading'), { on: 'loaded', isOnline: false }, 'offline', ['awaitNetwork']],
  [at('loading', { isPassive: true }), { on: 'loaded', project, known: linked }, 'credited', []],
  [at('loading'), { on: 'off' }, 'off', []],
  [at('ask'), { on: 'loaded', project, known: linked }, 'ask', []],
  // A window of ours.
  [at('ask'), { on: 'credit' }, 'connecting', ['ask']],
  [at('connecting'), { on: 'credit' }, 'connecting', []],
  [at('ask', { isLinked: true }), { on: 'credit' }, 'crediting', ['record']],
  [at('ask', { isLinked: true, isStopped: true }), { on: 'credit' }, 'connecting', ['ask']],
  [at('connecting'), { on: 'cancel' }, 'ask', ['stopAsking']],
  [at('connecting'), { on: 'useEmail' }, 'email', ['stopAsking']],
  [at('ask'), { on: 'closed' }, 'ask', []],
  [at('connecting'), { on: 'closed', isWindowless: true }, 'blocked', [], { isWindowless: true }],
  [at('connecting'), { on: 'coded' }, 'crediting', ['redeem']],
  [at('crediting'), { on: 'granted', grant: 'g' }, 'crediting', ['keepGrant', 'record'], { isLinked: true }],
  [
    at('crediting', { isPassive: true }),
    { on: 'granted', grant: 'g' },
    'credited',
    ['keepGrant', 'fire credited'],
  ],
  [at('ask'), { on: 'granted', grant: 'g' }, 'ask', []],
  // By email.
  [at('ask'), { on: 'useEmail' }, 'email', ['stopAsking']],
  [at('email'), mail('nonsense'), 'email', [], { problem: 'email.wrong' }],
  [at('email'), mail('a@b.org', false), 'email', [], { problem: 'email.young' }],
  [at('email'), mail('a@b.org'), 'email', ['mail'], { address: 'a@b.org', isBusy: true }],
  [mailed, mail('a@b.org'), 'email', [], { isBusy: true }],
  [mailed, { on: 'mailed', flow: 'flow' }, 'code', [], { flow: 'flow', notice: undefined, isBusy: false }],
  [checked, { on: 'mailed', flow: 'flow' }, 'code', [], { notice: 'code.sent' }],
  [at('ask'), { on: 'mailed', flow: 'flow' }, 'ask', []],
  [mailed, { on: 'mistaken', problem: 'tooMany' }, 'email', [], { problem: 'tooMany', isBusy: false }],
  [at('ask'), { on: 'mistaken', problem: 'tooMany' }, 'ask', []],
  [code, { on: 'check', typed: '12' }, 'code', [], { problem: 'code.short' }],
  [code, { on: 'check', typed: '123 456' }, 'code', ['check'], { isBusy: true }],
  [checked, { on: 'check', typed: '123 456' }, 'code', []],
  [checked, { on: 'useEmail' }, 'code', []],
  [checked, { on: 'mistaken', problem: 'code.wrong' }, 'code', []],
  [
    checked,
    { on: 'granted', grant: 'g', signInBy: '2027-01-01' },
    'crediting',
    ['keepGrant', 'record'],
    { signInBy: '2027-01-01' },
  ],
  // By the code of a group.
  [at('ask'), { on: 'inGroup' }, 'group', []],
  [at('group'), { on: 'cancel' }, 'ask', ['stopAsking']],
  [at('group'), { on: 'check', typed: 'BCDF GHJK' }, 'group', ['checkGroup'], { isBusy: true }],
  [inGroup, { on: 'check', typed: 'BCDF GHJK' }, 'group', []],
  [inGroup, { on: 'mistaken', problem: 'group.wrong' }, 'group', [], { problem: 'group.wrong' }],
  [inGroup, { on: 'granted', grant: 'g' }, 'crediting', ['keepGrant', 'record']],
  [at('crediting'), recorded({ group: 'Class 7b' }), 'credited', ['fire credited'], { group: 'Class 7b' }],
  [at('credited', { group: 'Class 7b' }), { on: 'notMe' }, 'settling', ['forget'], { group: 'Class 7b' }],
  // How a contribution ended.
  [at('crediting'), recorded({ event_id: 7 }), 'credited', ['keepOutcome', 'fire credited']],
  [at('crediting'), recorded({ credited: false, duplicate: true }), 'undone', ['keepOutcome']],
  [at('crediting'), recorded({ credited: false }), 'declined', [], { isStopped: true }],
  [
    at('crediting', { retry: { run: 'putBack' } }),
    recorded({ credited: false, duplicate: true }),
    'ask',
    [],
    { isStopped: true },
  ],
  // A new permission would not help.
  ...([{ run: 'putBack' }, { run: 'record' }] as const).map((retry): Row => [
    at('crediting', { retry }),
    recorded({ credited: false, duplicate: true, removed: true }),
    'undone',
    ['keepOutcome'],
    { notice: 'removed', isStopped: false },
  ]),
  [
    at('crediting', { retry: { run: 'putBack' } }),
    recorded({ duplicate: true }),
    'credited',
    ['keepOutcome', 'fire credited'],
  ],
  [at('offline'), recorded({}), 'credited', ['keepOutcome', 'fire credited']],
  [at('email'), recorded({}), 'email', ['keepOutcome']],
  [at('credited'), { on: 'lost', record }, 'credited', ['fire failed'], { hasLost: true }],
  [at('crediting'), { on: 'ungranted' }, 'ask', [], { isLinked: false }],
  [at('crediting'), online, 'failed', ['fire failed']],
  [at('crediting'), offline, 'offline', ['awaitNetwork']],
  [at('crediting'), { ...offline, isWaiting: true }, 'offline', []],
  // The ways back.
  [at('credited'), { on: 'undo' }, 'settling', ['undo']],
  [at('settling'), { on: 'undo' }, 'settling', []],
  [at('settling', { isLinked: true }), { on: 'settled', step: 'undone' }, 'undone', ['fire undone']],
  [at('undone'), { on: 'putBack' }, 'crediting', ['putBack']],
  [at('ask'), { on: 'decline' }, 'declined', ['keepNo', 'fire declined'], { height: 'small' }],
  [at('ask', { isLinked: true }), { on: 'decline' }, 'settling', ['decline']],
  [at('ask', { hasToken: true }), { on: 'decline' }, 'settling', ['decline']],
  [
    at('settling', { isLinked: true }),
    { on: 'settled', step: 'declined', notice: 'stoppedOne' },
    'declined',
    ['fire declined'],
    { isLinked: false, notice: 'stoppedOne' },
  ],
  [
    at('settling', { isNamed: true }),
    { on: 'settled', step: 'declined', stopped: 'token' },
    'declined',
    ['fire declined'],
    { stopped: 'token' },
  ],
  [at('declined', { stopped: 'token' }), { on: 'undo' }, 'settling', ['undo']],
  [
    at('settling', { stopped: 'token' }),
    { on: 'settled', step: 'ask' },
    'ask',
    ['fire undone'],
    { stopped: undefined },
  ],
  [at('elsewhere', { hasToken: true }), { on: 'decline' }, 'declined', ['keepNo', 'fire declined']],
  [at('credited'), { on: 'notMe' }, 'settling', ['forget']],
  [
    at('settling', { isLinked: true }),
    { on: 'settled', step: 'ask' },
    'ask',
    ['fire undone'],
    { isLinked: false },
  ],
  [at('settling'), { on: 'refused' }, 'elsewhere', []],
  [at('declined'), { on: 'change' }, 'ask', ['forgetNo']],
  [{ step: 'declined' }, { on: 'change' }, 'declined', ['forgetNo', 'begin']],
  [at('failed', { retry: { run: 'record' } }), { on: 'retry' }, 'crediting', ['record']],
  [at('failed', { retry: { run: 'undo' } }), { on: 'retry' }, 'settling', ['undo']],
  [at('failed', { retry: { run: 'begin' } }), { on: 'retry' }, 'failed', ['begin']],
  [at('offline', { retry: { run: 'record' } }), { on: 'online' }, 'crediting', ['record']],
  [at('credited', { retry: { run: 'record' } }), { on: 'online' }, 'credited', []],
  // Looking.
  [at('ask'), { on: 'unfold' }, 'ask', [], { isOpen: true }],
  [at('ask', { isOpen: true }), { on: 'unfold' }, 'ask', [], { isOpen: false }],
  [at('declined'), { on: 'close' }, 'off', []],
];

test.each(transitions.map((row): [string, Row] => [`${row[0].step}, ${row[1].on}: ${row[2]}`, row]))(
  '%s',
  (_, [state, event, step, effects, more = {}]) => {
    const [after, ...wanted] = reduce(state, event, rows);
    const names = wanted.map((effect) => (effect.run === 'fire' ? `fire ${effect.name}` : effect.run));
    expect([after.step, names]).toEqual([step, effects]);
    expect(after).toMatchObject(more);
  },
);

const pending = (event: Event, more: Partial<State> = {}) =>
  at('fetching', { tapped: { event, step: 'ask' }, retry: { run: 'fetch' }, ...more });

/** Before the second part is here, and when it arrives. */
test.each<Row>([
  [at('ask'), { on: 'credit' }, 'fetching', ['openWindow', 'fetch']],
  [at('ask'), { on: 'useEmail' }, 'fetching', ['fetch']],
  [at('ask'), { on: 'unfold' }, 'fetching', ['fetch']],
  [at('credited'), { on: 'undo' }, 'fetching', ['fetch']],
  [at('ask', { isLinked: true }), { on: 'credit' }, 'crediting', ['record']],
  [at('ask'), { on: 'decline' }, 'declined', ['keepNo', 'fire declined'], { height: 'small' }],
  [pending({ on: 'useEmail' }), { on: 'useEmail' }, 'fetching', []],
  [pending({ on: 'credit' }), { on: 'credit' }, 'fetching', []],
  [pending({ on: 'useEmail' }), online, 'failed', ['fire failed']],
  [pending({ on: 'useEmail' }), offline, 'offline', ['awaitNetwork']],
  [pending({ on: 'undo' }, { step: 'failed' }), { on: 'retry' }, 'fetching', ['fetch']],
  [
    pending({ on: 'undo' }, { step: 'failed' }),
    { on: 'cancel' },
    'ask',
    ['stopAsking'],
    { tapped: undefined },
  ],
  [pending({ on: 'undo' }, { step: 'offline' }), { on: 'online' }, 'fetching', ['fetch']],
  [at('ask'), { on: 'fetched' }, 'ask', []],
])('without the second part: %o', (state, event, step, effects, more = {}) => {
  const [after, ...wanted] = reduce(state, event);
  const names = wanted.map((effect) => (effect.run === 'fire' ? `fire ${effect.name}` : effect.run));
  expect([after.step, names]).toEqual([step, effects]);
  expect(after).toMatchObject(more);
});

test.each<[Event, State['step'], string[]]>([
  [{ on: 'credit' }, 'connecting', ['ask']],
  [{ on: 'useEmail' }, 'email', ['stopAsking']],
  [{ on: 'unfold' }, 'ask', []],
])('once the second part is here, the tap %o is made', (event, step, effects) => {
  const [after, ...wanted] = reduce(pending(event), { on: 'fetched' }, rows);
  expect([after.step, after.tapped, wanted.map(({ run }) => run)]).toEqual([step, undefined, effects]);
});

/** The page below the message must not move when a reply arrives: only the participant changes the height. */
test('no reply changes the height', () => {
  const replies: Event['on'][] = [
    ...(['loaded', 'closed', 'granted', 'mailed', 'mistaken', 'recorded', 'lost', 'stumbled'] as const),
    ...(['settled', 'coded', 'ungranted', 'refused', 'online', 'fetched'] as const),
  ];
  const seen = transitions.filter(([, { on }]) => replies.includes(on));
  expect(new Set(seen.map(([, { on }]) => on)).size).toBe(replies.length - 1);
  for (const [state, event] of seen)
    for (const height of ['natural', 'small', undefined] as const)
      expect([event.on, reduce({ ...state, height }, event, rows)[0].height]).toEqual([event.on, height]);
});

test('what was wrong is forgotten with the next step', () => {
  const [after] = reduce(
    { ...code, problem: 'code.wrong', notice: 'code.sent' },
    { on: 'check', typed: '123456' },
    rows,
  );
  expect([after.problem, after.notice]).toEqual([undefined, undefined]);
});
