/**
 * Telemetry alone, for owners who draw their own consent: a click on their control credits the contribution. It
 * keeps grant and queue where the confirmation message does, in a sixth of its size; so it says things briefly,
 * and leaves checking to the service, whose sentence it passes on.
 */
import { recall, recallData, remember } from '../lib/memory.ts';
import { baseUrl, serviceName } from '../lib/placeholders.ts';
import { askFor, newProof } from './ask.ts';

type Row = { since: number; record: { event_id: string; [name: string]: string | undefined } };
type Reply = { error: string; grant: string; credited: boolean; event_id: number };
type Submission = { page: number; id: string } | undefined;

/** Marks a click as taken: included twice, the script asks once. */
const taken = Symbol.for('manyhands:taken');

/** Throws the status that came back instead. */
async function post(path: string, said: object): Promise<Reply> {
  const body = JSON.stringify(said);
  const response = await fetch(`${baseUrl}/embed/${path}`, {
    method: 'POST',
    body,
    credentials: 'omit',
    referrerPolicy: 'origin',
    // Browsers refuse a keepalive body above 64 KiB; a UTF-16 unit is at most 3 bytes.
    keepalive: body.length < 2e4,
  });
  const reply = (await response.json()) as Reply;
  if (response.ok) return reply;
  tell(reply.error);
  throw response.status;
}

// eslint-disable-next-line no-console -- an owner has no other place to read what is wrong
const tell = (sentence: string) => console.warn(`[${serviceName}] ${sentence}`);

/** `at` reads an attribute, anew for each click. */
export async function telemetry(at: (name: string) => string | undefined) {
  const project_id = at('project_id');
  if (!project_id || !at('trigger')) return tell('Add data-project_id and data-trigger.');
  const key = `manyhands:${project_id}:`;
  const grant = () => recall('localStorage', `${key}grant`);
  const keepGrant = (token?: string) => remember('localStorage', `${key}grant`, token);
  const waiting = () =>
    ((recallData('localStorage', `${key}waiting`) ?? []) as Row[]).filter(
      ({ since }) => Date.now() - since < 864e5,
    );
  const keep = (rows: Row[]) => remember('localStorage', `${key}waiting`, JSON.stringify(rows.slice(-20)));

  const send = async (record: Row['record']) => {
    const others = () => waiting().filter((row) => row.record.event_id !== record.event_id);
    keep([...others(), { since: Date.now(), record }]);
    try {
      const reply = await post('record', { grant: grant(), ...record });
      keepGrant(reply.grant);
      keep(others());
      return reply;
    } catch (status) {
      // What waited for its profile goes with the grant; any other 4xx is final, save those that pass.
      if (status === 401) {
        keep([]);
        keepGrant();
      } else if (/^4(?!08|25|29)/.test(`${status}`)) keep(others());
      throw status;
    }
  };
  const flush = async () => {
    if (grant()) for (const { record } of waiting()) await send(record).catch(() => 0);
  };
  /** The owner's id, else one that only a reload or the way back leads to again. */
  const submission = () => {
    const page = performance.timeOrigin;
    const kept = recallData('sessionStorage', `${key}id`) as Submission;
    const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const isSame = kept?.page === page || /reload|back/.test(arrival?.type ?? '');
    const id = (isSame && kept?.id) || crypto.randomUUID();
    remember('sessionStorage', `${key}id`, JSON.stringify({ page, id }));
    return at('event_id') ?? id;
  };

  let proof: Awaited<ReturnType<typeof newProof>> | undefined = await newProof();
  document.addEventListener('click', async (click: MouseEvent & { [taken]?: true }) => {
    const control = (click.target as Element).closest(at('trigger') ?? '');
    const given = proof;
    if (!control || !given || click[taken]) return;
    click[taken] = true;
    proof = undefined;
    const fire = (name: string, detail?: object) =>
      control.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    try {
      if (!grant()) {
        const code = await askFor(project_id, given.challenge);
        keepGrant((await post('connect', { project_id, code, verifier: given.verifier })).grant);
      }
      const said: Record<string, string | undefined> = { type: 'collection', when: new Date().toISOString() };
      for (const name of ['type', 'duration', 'magnitude', 'where', 'extra'])
        said[name] = at(name) ?? said[name];
      const { credited, event_id } = await send({ project_id, ...said, event_id: submission() });
      fire(credited ? 'credited' : 'declined', { event_id });
    } catch {
      fire('failed');
    }
    proof = await newProof();
  });
  addEventListener('online', flush);
  await flush();
}
