/**
 * Telemetry alone, for owners who draw their own consent: a click on their control credits the contribution. It
 * keeps grant and queue where the confirmation message does, in a sixth of its size; so it says things briefly,
 * and leaves checking to the service, whose sentence it passes on.
 */
import type { ReportedFields } from '../../src/attributes/contribution.ts';
import { outbox } from '../lib/outbox.ts';
import { pageMemory, recall, remember } from '../lib/memory.ts';
import { baseUrl, serviceName } from '../lib/placeholders.ts';

type HeadlessContribution = { event_id: string; when: Date; [name: string]: unknown };
type RecordReply = { error: string; grant: string; credited: boolean; event_id: number };

/** Posts to an operation of the embeds and returns its reply; throws the response if it is a refusal. */
async function post(path: string, said: object): Promise<RecordReply> {
  const body = JSON.stringify(said);
  // Without cookies: by default a request to another origin has none.
  const response = await fetch(baseUrl + '/embed/' + path, {
    method: 'POST',
    body,
    referrerPolicy: 'origin',
    keepalive: new Blob([body]).size < 6e4,
    signal: AbortSignal.timeout(1e4),
  });
  const reply = (await response.json()) as RecordReply;
  if (response.ok) return reply;
  tell(reply.error);
  throw response;
}

// eslint-disable-next-line no-console -- an owner has no other place to read what is wrong
const tell = (sentence: string) => console.warn(`[${serviceName}] ` + sentence);

/** The history of the page, which TypeScript does not know yet. */
type WithNavigation = { navigation?: { currentEntry: { key: string } | null } };

/** Reads the settings of the script element again at each click: an app may change them. */
export async function telemetry({ src, dataset }: HTMLScriptElement) {
  const query = new URL(src).searchParams;
  const at = (name: string) => dataset[name] ?? query.get(name) ?? query.get('data-' + name);
  const project_id = at('project_id');
  const trigger = at('trigger');
  // Without encryption, anybody on the network could read a code or a grant.
  if (!(project_id && trigger && isSecureContext))
    return tell('Add data-project_id, data-trigger and https.');
  const key = `manyhands:${project_id}:`;
  const grantKey = key + 'grant';
  let control: EventTarget = document;
  const fire = (name: string, detail?: unknown) =>
    control.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));

  if (at('consent') === 'required')
    await new Promise((resolve) => addEventListener('manyhands:consent', resolve, true));
  const send = outbox<HeadlessContribution, RecordReply>(
    key,
    (record) => post('record', record),
    (record, reply) => fire(reply ? (reply.credited ? 'credited' : 'declined') : 'failed', reply ?? record),
  );

  // If several scripts are for one control, only the one that ran last handles its clicks: a page may include the
  // script twice, and a library that swaps pages leaves the listeners of those that it takes out.
  pageMemory[trigger] = at as never;
  addEventListener('click', async ({ target }) => {
    const found = pageMemory[trigger] === (at as never) && (target as Element).closest(trigger);
    if (!found) return;
    // No further click before this one is answered.
    pageMemory[trigger] = '';
    control = found;
    // One for each entry of the history: only a reload or the way back leads to the same one again.
    const idKey = key + ((window as WithNavigation).navigation?.currentEntry?.key ?? location.href);
    const id = (pageMemory[idKey] ??=
      (performance.navigation.type && recall('sessionStorage', idKey)) || crypto.randomUUID());
    remember('sessionStorage', idKey, id);
    try {
      if (!recall('localStorage', grantKey)) remember('localStorage', grantKey, await ask(project_id));
      await send({
        project_id,
        type: at('type') ?? 'collection',
        when: new Date(),
        where: at('where'),
        duration: at('duration'),
        magnitude: at('magnitude'),
        extra: at('extra'),
        event_id: at('event_id') ?? id,
      } satisfies ReportedFields);
    } catch {
      fire('failed');
    }
    pageMemory[trigger] ||= at as never;
  });
}

/** Opens our window, exchanges its one-time code, and returns the grant. lib/popup.ts does the same, with the reasons. */
async function ask(project_id: string) {
  // Opened at once, because browsers allow it only within the click: its address needs a digest, which takes a moment.
  const popup = open('', '', 'width=480,height=680') as Window;
  const verifier = crypto.randomUUID();
  const digest = await crypto.subtle.digest('SHA-256', await new Blob([verifier]).arrayBuffer());
  const challenge = btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .slice(0, 43);
  popup.location = `${baseUrl}/connect?${new URLSearchParams({ project_id, origin, challenge, state: challenge })}`;
  let code: string | undefined;
  addEventListener('message', (event: MessageEvent<{ state?: string; code?: string } | null>) => {
    if (event.origin === baseUrl && event.source === popup && event.data?.state === challenge)
      code = event.data.code;
  });
  // One more round after the window has closed: its message may still be on the way.
  for (let isClosed: boolean | undefined; !isClosed && !code;) {
    isClosed = popup.closed;
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  return (await post('connect', { project_id, code, verifier })).grant;
}
