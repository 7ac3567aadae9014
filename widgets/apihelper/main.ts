/**
 * The browser helper: fills the owner's field with the visitor's profile id, so that it is sent with their form.
 * Without the visitor's agreement the field stays empty, and the form can always be sent.
 */
import { call, isFinal } from '../lib/call.ts';
import { consoleLine } from '../lib/console-line.ts';
import { keepGrant, readGrant } from '../lib/grant.ts';
import { dropGrant, withGrant } from '../lib/held-grant.ts';
import { hostScripts, scriptAttribute } from '../lib/host-script.ts';
import { keepWords, languageAt, wordsFor, type Words } from '../lib/messages.ts';
import { askInPopup, mayOpenWindows, newProof, openWindow } from '../lib/popup.ts';
import { whenSeen } from '../lib/seen.ts';
import { readSettings, type SettingsOf } from '../../src/attributes/kinds.ts';
import { apihelperSettings } from '../../src/attributes/apihelper.ts';
import { helperLine } from './view.tsx';

type HelperSettings = SettingsOf<typeof apihelperSettings>;

export function apihelper() {
  for (const script of hostScripts('apihelper')) {
    const { settings, wrong } = readSettings(apihelperSettings, (name) => scriptAttribute(script, name));
    if (!settings.profile) wrong.push('Add data-profile="…", a CSS selector of the field to fill.');
    if (wrong.length) consoleLine(wrong.join(' '));
    if (!settings.profile) continue;
    const begin = () =>
      void help(settings).catch((error: unknown) => isFinal(error) && consoleLine(error.message));
    if (settings.consent === 'required')
      document.addEventListener('manyhands:consent', begin, { once: true });
    // The script may stand before the form.
    else if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
    else begin();
  }
}

/** The field that a selector finds on the page, which may be an element without a value. */
function fieldAt(selector: string | undefined): HTMLInputElement | undefined {
  if (!selector) return undefined;
  try {
    const element = document.querySelector(selector);
    if (element && 'value' in element) return element as HTMLInputElement;
  } catch {
    // An invalid selector finds nothing, which is reported below.
  }
  consoleLine(`"${selector}" finds no form field on this page.`);
  return undefined;
}

async function help(settings: HelperSettings) {
  const field = fieldAt(settings.profile);
  if (!field) return;
  // The field itself may be hidden; a form that nobody sees yet gets nothing.
  await whenSeen(field.form ?? field.parentElement ?? field);
  const proofField = fieldAt(settings['profile-token']);
  const lang = languageAt(field, settings.lang);
  const tongue = wordsFor(lang);
  const { project_id, page, may_grant, words } = await call('GET /embed/project', {
    project_id: settings.project_id,
    lang,
    words: tongue.version,
  });
  const mayAsk = may_grant && mayOpenWindows();
  let isFilled = false;

  const put = (profile: string, assertion: string) => {
    write(field, profile);
    if (proofField) write(proofField, assertion);
    isFilled = !!profile;
  };
  /** The fields have the values of the stored grant, and are emptied when the grant is removed. */
  const follow = async () => {
    try {
      if (readGrant(project_id)) {
        const { profile_id, participant_token } = await withGrant(project_id, (grant) =>
          call('POST /embed/assertion', { project_id, grant }),
        );
        put(`${profile_id}`, participant_token);
      }
    } catch {
      // A grant that has ended was dropped; without a network the fields stay as they are.
    }
    if (isFilled && !readGrant(project_id)) put('', '');
    show(isFilled ? 'added' : mayAsk ? 'add' : 'blocked');
  };
  const add = async () => {
    const popup = openWindow();
    const proof = await newProof();
    const { verifier } = proof;
    try {
      const code = (await askInPopup(popup, project_id, proof, lang)) ?? '';
      keepGrant(project_id, (await call('POST /embed/connect', { project_id, code, verifier })).grant);
      await follow();
    } catch {
      show('blocked');
    }
  };
  /** For a device that several people use. It works without a network, too: this page forgets the grant. */
  const forget = () => {
    call('POST /embed/forget', { project_id, grant: readGrant(project_id) ?? '' }).catch(() => 0);
    dropGrant(project_id);
    void follow();
  };
  const { host, show } = helperLine({
    words: words ? keepWords(words as Words, lang) : tongue,
    page,
    add,
    forget,
  });
  await follow();
  // Not inside a label: its text would become part of the field's name, and clicks on it would focus the field.
  if (settings.ask !== 'none' && (isFilled || !field.value)) (field.closest('label') ?? field).after(host);
  // The confirmation message on the same page may get or end the grant; so may a message on a page from which the
  // visitor comes back.
  for (const name of ['credited', 'undone', 'declined', 'pageshow']) addEventListener(name, follow);
}

/** As if it had been typed: frameworks keep a field's value in their own state and follow its events. */
function write(field: HTMLInputElement, text: string) {
  // Otherwise browsers fill it in again by themselves, for the next person.
  field.autocomplete = 'off';
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', text, field);
  for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
}
