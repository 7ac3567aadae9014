/**
 * Telemetry alone, for owners who draw their own consent: a click on their control credits the contribution. It keeps
 * grant and outbox where the confirmation message does.
 */
import type { ReportedFields } from '../../src/attributes/contribution.ts';
import { call, isFinal } from '../lib/call.ts';
import { consoleLine } from '../lib/console-line.ts';
import { keepGrant, keyOf, readGrant } from '../lib/grant.ts';
import { scriptAttribute } from '../lib/host-script.ts';
import { pageMemory, recall, remember } from '../lib/memory.ts';
import { askInPopup, newProof, openWindow } from '../lib/popup.ts';
import { outbox } from '../lib/outbox.ts';
import { record } from '../lib/recording.ts';
import { entryNow } from '../lib/submission.ts';

/** A value of ours: consent managers write theirs under the same name. */
const isType = (text: string) => /^(coll|class|sign)/i.test(text) || undefined;

/** Reads the settings of the script element again at each click: an app may change them. */
export async function telemetry(script: HTMLScriptElement) {
  const at = (name: string) =>
    scriptAttribute(script, `data-${name}`, name === 'type' ? isType : undefined) ?? undefined;
  const project = Number(at('project_id'));
  const trigger = at('trigger');
  // Without encryption, anybody on the network could read a code or a grant.
  if (!(project && trigger && isSecureContext))
    return consoleLine('Add data-project_id, data-trigger and https.');
  let control: EventTarget = document;
  const fire = (name: string, detail?: unknown) =>
    control.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));

  if (at('consent') === 'required')
    await new Promise((resolve) => addEventListener('manyhands:consent', resolve, true));
  const send = outbox(keyOf(project), record, (contribution, reply) =>
    fire(reply ? (reply.credited ? 'credited' : 'declined') : 'failed', reply ?? contribution),
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
    const idKey = keyOf(project) + (entryNow() ?? location.href);
    const id = (pageMemory[idKey] ??=
      (performance.navigation.type && recall('sessionStorage', idKey)) || crypto.randomUUID());
    remember('sessionStorage', idKey, id);
    try {
      if (!readGrant(project)) keepGrant(project, await grantFromPopup(project));
      await send({
        project_id: String(project),
        type: at('participation') ?? at('type') ?? 'collection',
        when: new Date().toISOString(),
        where: at('where'),
        duration: at('duration'),
        magnitude: at('magnitude'),
        extra: at('extra'),
        event_id: at('event_id') ?? id,
      } satisfies ReportedFields);
    } catch (error) {
      if (isFinal(error)) consoleLine(error.message);
      fire('failed');
    }
    pageMemory[trigger] ||= at as never;
  });
}

/** Opens our window, exchanges its one-time code, and returns the grant. */
async function grantFromPopup(project_id: number) {
  // Opened at once, because browsers allow it only within the click: its address needs a digest, which takes a moment.
  const popup = openWindow();
  const proof = await newProof();
  const code = await askInPopup(popup, project_id, proof, document.documentElement.lang);
  if (!code) throw new Error();
  return (await call('POST /embed/connect', { project_id, code, verifier: proof.verifier })).grant;
}
