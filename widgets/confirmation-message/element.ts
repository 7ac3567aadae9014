/** <manyhands-confirmation>: one message on the page, for its settings, from when it is put in to when it is taken out. */
import { consoleLine } from '../lib/console-line.ts';
import { mount } from '../lib/mount.ts';
import { readSettings } from '../lib/settings.ts';
import { participation, type HostEvent, type Participation } from './participation.ts';
import { confirmationSettings } from './settings.ts';
import css from './style.css?inline';
import { confirmationView } from './view.ts';

export const tagName = 'manyhands-confirmation';
const hostEvents: HostEvent[] = ['credited', 'declined', 'undone'];

/** Resolves when the page is looked at: pages that are prerendered or in the background wait. */
const seen = () =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });

class ConfirmationElement extends HTMLElement {
  #acts?: Participation;
  #isStarted = false;
  /** Focus follows the participant's own clicks only. */
  #isTouched = false;
  #listening = new AbortController();

  connectedCallback() {
    const { signal } = (this.#listening = new AbortController());
    if (!this.#acts) this.#setUp();
    const isConsentKnown = this.getAttribute('data-consent')?.trim().toLowerCase() !== 'required';
    if (this.#isStarted || isConsentKnown) void this.start();
    else document.addEventListener('manyhands:consent', () => void this.start(), { signal, once: true });
    // Another message on this page, for the same project, has changed what this one shows.
    for (const name of hostEvents)
      document.addEventListener(
        name,
        ({ target }) => {
          if (target !== this && target instanceof Element && target.localName === tagName) void this.start();
        },
        { signal },
      );
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#acts?.leave();
  }

  /** The page says that the participant agreed to requests (`data-consent="required"`). */
  async start() {
    this.#isStarted = true;
    this.#isTouched = false;
    await seen();
    await this.#acts?.begin();
  }

  #setUp() {
    const { settings, wrong } = readSettings(confirmationSettings, (name) => this.getAttribute(name));
    if (settings.mode !== 'passive' && !settings.project_id)
      wrong.push(
        'Add data-project_id="…" (the number on the Tools tab), or data-mode="passive": nothing is shown.',
      );
    if (wrong.length) consoleLine(wrong.join(' '));
    if (settings.mode !== 'passive' && !settings.project_id) return;
    const draw = mount(this, css);
    const root = this.shadowRoot;
    root?.addEventListener('click', () => (this.#isTouched = true));
    let shown = '';
    const acts = participation(
      settings,
      (state) => {
        draw(confirmationView(state, acts, settings));
        const title = root?.querySelector('h2');
        const words = title?.textContent ?? '';
        // Only what the click itself took the focus from gets it back: never a field of the page.
        const isOurs = document.activeElement === this || document.activeElement === document.body;
        if (this.#isTouched && isOurs && words !== shown) title?.focus();
        shown = words;
      },
      (name, detail) => this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true })),
    );
    this.#acts = acts;
  }
}

/** Defines the element once; another copy of this file may have been here before. */
export function defineConfirmation() {
  if (!customElements.get(tagName)) customElements.define(tagName, ConfirmationElement);
}
