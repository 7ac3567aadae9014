/** <manyhands-confirmation>: one message on the page, for its settings, from when it is put in to when it is taken out. */
import { consoleLine } from '../lib/console-line.ts';
import { languageAt } from '../lib/messages.ts';
import type { Surface } from '../lib/mount.ts';
import { readSettings } from '../lib/settings.ts';
import { participation, type HostEvent, type Participation } from './participation.ts';
import { confirmationSettings } from './settings.ts';
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

abstract class ConfirmationElement extends HTMLElement {
  protected abstract readonly surface: Surface;
  #acts: Participation | undefined;
  #isIn = false;
  #listening = new AbortController();

  connectedCallback() {
    // Moved, not put in: what the participant has typed stays.
    if (this.#isIn) return;
    this.#isIn = true;
    const { signal } = (this.#listening = new AbortController());
    this.#acts ??= this.#setUp();
    if (this.getAttribute('data-consent')?.trim().toLowerCase() !== 'required') void this.start();
    else document.addEventListener('manyhands:consent', () => void this.start(), { signal, once: true });
    // Another message about the same project has changed what this one shows.
    const follow = ({ target }: Event) => {
      if (target === this || !(target instanceof HTMLElement) || target.localName !== tagName) return;
      if (target.dataset.project_id === this.dataset.project_id) void this.start();
    };
    for (const name of hostEvents) document.addEventListener(name, follow, { signal });
  }

  disconnectedCallback() {
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#isIn = false;
      this.#listening.abort();
      this.#acts?.leave();
    });
  }

  /** The page says that the participant agreed to requests (`data-consent="required"`). */
  async start() {
    await seen();
    if (this.#isIn) await this.#acts?.begin();
  }

  #setUp(): Participation | undefined {
    const { settings, wrong } = readSettings(confirmationSettings, (name) => this.getAttribute(name));
    const isComplete = settings.mode === 'passive' || settings.project_id;
    if (!isComplete)
      wrong.push(
        'Add data-project_id="…" (the number on the Tools tab) or data-mode="passive": nothing is shown.',
      );
    if (wrong.length) consoleLine(wrong.join(' '));
    if (!isComplete) return;
    const draw = this.surface(this);
    const acts = participation(
      settings,
      () => languageAt(this, settings.lang),
      (state) => draw(confirmationView(state, acts, settings)),
      (name, detail) => this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true })),
    );
    draw(confirmationView({ step: 'waiting' }, acts, settings));
    return acts;
  }
}

/** Defines the element once; another copy of this file may have been here before. */
export function defineConfirmation(surface: Surface) {
  if (customElements.get(tagName)) return;
  customElements.define(
    tagName,
    class extends ConfirmationElement {
      protected override readonly surface = surface;
    },
  );
}
