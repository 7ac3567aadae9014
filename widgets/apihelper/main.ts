/**
 * The browser helper: fills the owner's field with the visitor's profile id, so that it is sent with their form.
 * Without the visitor's agreement the field stays empty, and the form can always be sent.
 */
import { call } from '../lib/call.ts';
import { consoleLine } from '../lib/console-line.ts';
import { keepGrant, readGrant } from '../lib/grant.ts';
import { hostScripts, scriptAttribute } from '../lib/host-script.ts';
import { keepWords, languageAt, wordsFor, type Words } from '../lib/messages.ts';
import { askInPopup, newProof } from '../lib/popup.ts';
import { withGrant } from '../lib/recording.ts';
import { readSettings, type SettingsOf } from '../lib/settings.ts';
import { apihelperSettings } from './settings.ts';
import { helperButton, type Step } from './view.ts';

type Settings = SettingsOf<typeof apihelperSettings>;

export function apihelper() {
  for (const script of hostScripts('apihelper')) {
    const { settings, wrong } = readSettings(apihelperSettings, (name) => scriptAttribute(script, name));
    if (!settings.profile) wrong.push('Add data-profile="…", a CSS selector of the field to fill.');
    if (wrong.length) consoleLine(wrong.join(' '));
    if (!settings.profile) continue;
    const begin = () => void help(settings).catch(() => undefined);
    // The script may stand before the form.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
    else begin();
  }
}

/** The field of the page that a selector means; what it finds may be no field. */
function fieldAt(selector: string | undefined): HTMLInputElement | undefined {
  if (!selector) return undefined;
  try {
    const found = document.querySelector(selector);
    if (found && 'value' in found) return found as HTMLInputElement;
  } catch {
    // Told below: a selector that cannot be read finds nothing.
  }
  consoleLine(`"${selector}" finds no form field on this page.`);
  return undefined;
}

async function help(settings: Settings) {
  const field = fieldAt(settings.profile);
  if (!field) return;
  const lang = languageAt(field, settings.lang);
  const kept = wordsFor(lang);
  const { words, ...project } = await call('GET /embed/project', {
    project_id: settings.project_id,
    ...(lang !== 'en' && { lang, words: kept.version }),
  });
  const { project_id, page, may_grant } = project;
  const spoken = words ? keepWords(words as Words) : kept;

  const fill = async () => {
    const { profile_id, participant_token } = await withGrant(project_id, (grant) =>
      call('POST /embed/assertion', { project_id, grant }),
    );
    write(field, `${profile_id}`);
    const tokenField = fieldAt(settings['profile-token']);
    if (tokenField) write(tokenField, participant_token);
  };
  const fillIfAgreed = async () => readGrant(project_id) && (await fill().catch(() => 0));
  // The confirmation message on the same page may get the agreement.
  document.addEventListener('credited', fillIfAgreed);
  await fillIfAgreed();
  if (field.value || settings.ask === 'none') return;

  let proof = await newProof();
  const add = async () => {
    const { verifier } = proof;
    const code = (await askInPopup(project_id, proof, new AbortController().signal, lang)) ?? '';
    proof = await newProof();
    let step: Step = 'added';
    try {
      keepGrant(project_id, (await call('POST /embed/connect', { project_id, code, verifier })).grant);
      await fill();
    } catch {
      step = 'blocked';
    }
    show(step);
  };
  const { host, show } = helperButton(spoken, page, add);
  show(may_grant && isSecureContext ? 'ask' : 'blocked');
  field.after(host);
}

/** As if it had been typed: frameworks keep a field's value in their own state and follow its events. */
function write(field: HTMLInputElement, text: string) {
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
}
