/**
 * <manyhands-confirmation>: the element of one message, from its insertion to its removal, with the settings in its
 * attributes.
 */
import { h } from 'preact';
import { consoleLine } from '../lib/console-line.ts';
import { languageAt } from '../lib/messages.ts';
import type { Surface } from '../lib/mount.ts';
import { followTheme, themeAround } from '../lib/page-theme.ts';
import { whenSeen } from '../lib/seen.ts';
import { readSettings } from '../../src/attributes/kinds.ts';
import type { HostEvent, State } from './states.ts';
import type { SecondPart } from './load-second-part.ts';
import { participation, type Participation } from './participation.ts';
import {
  confirmationSettings,
  type ConfirmationSettings,
} from '../../src/attributes/confirmation-message.ts';
import { letGoOfRoom } from './room.ts';
import { ConfirmationView } from './view.tsx';

export const tagName = 'manyhands-confirmation';
const hostEvents: HostEvent[] = ['credited', 'declined', 'undone'];
let messages = 0;

abstract class ConfirmationElement extends HTMLElement {
  static readonly observedAttributes = Object.keys(confirmationSettings).map((name) => `data-${name}`);

  protected abstract readonly surface: Surface;
  #draw: ReturnType<Surface> | undefined;
  /** Draws the last state again. */
  #redraw: (() => void) | undefined;
  #acts: Participation | undefined;
  /** The attributes' values when the participation was created. */
  #said: string | undefined;
  #isIn = false;
  #due: ReturnType<typeof setTimeout> | undefined;
  #mayStart = false;
  /** Resolves when the message has been seen; the next start waits for it. */
  #seen: Promise<void> | undefined;
  #listening = new AbortController();

  connectedCallback() {
    // Begun at once: the browser reports after a frame what is in view, and the rest is set up meanwhile.
    if (!this.#isIn) this.#seen = whenSeen(this);
    this.#settleSoon();
  }

  disconnectedCallback() {
    this.#acts?.away();
    this.#settleSoon();
  }

  attributeChangedCallback() {
    this.#settleSoon();
  }

  /** The page says that the participant agreed to requests (`data-consent="required"`). */
  async start() {
    this.#mayStart = true;
    this.#acts?.prepare();
    const seen = (this.#seen ??= whenSeen(this));
    await seen;
    // Once for each wait: a message may be moved before it is seen.
    if (!this.#isIn || seen !== this.#seen) return;
    this.#seen = undefined;
    this.#acts?.begin();
  }

  /**
   * Runs once for all changes that a page makes in one task: apps insert elements before they set their attributes,
   * move them by removing them, and set attributes to the values that they had. Anything that the participant has typed
   * survives all that. It is a task of its own, because on a phone one long task together with the evaluation of the
   * script would delay the page's input.
   */
  #settleSoon() {
    clearTimeout(this.#due);
    this.#due = setTimeout(() => this.#settle());
  }

  #settle() {
    if (!this.isConnected) {
      if (this.#isIn) this.#acts?.leave(true);
      this.#isIn = false;
      this.#listening.abort();
      return;
    }
    // Turbo shows an old copy of the page while it fetches the new one, which is another visit.
    if ('turboPreview' in document.documentElement.dataset) return;
    const { settings, wrong } = readSettings(confirmationSettings, (name) => this.getAttribute(name));
    const text = JSON.stringify(settings);
    const isNew = text !== this.#said;
    if (this.#isIn && !isNew) return;
    if (isNew) {
      // Still the same contribution with other details, unless it has an id of its own.
      this.#acts?.leave(false);
      this.#said = text;
      this.#acts = this.#setUp(settings, wrong);
    }
    this.#isIn = true;
    // In the top layer, neither a transform nor a clip around it moves or hides the corner.
    if (this.shadowRoot) {
      this.popover = 'manual';
      this.togglePopover?.(settings.placement === 'corner');
    }
    this.#listening.abort();
    const { signal } = (this.#listening = new AbortController());
    if (settings.consent !== 'required' || this.#mayStart) void this.start();
    else {
      // It may be hidden again by then.
      this.#seen = undefined;
      document.addEventListener('manyhands:consent', () => void this.start(), { signal, once: true });
    }
    // Another message about the same project has changed what this one shows.
    const follow = (event: Event) => {
      const other = event.target as HTMLElement;
      const isOther = other !== this && other.localName === tagName;
      if (isOther && other.dataset.project_id === this.dataset.project_id) void this.start();
    };
    for (const name of hostEvents) document.addEventListener(name, follow, { signal });
    if (settings.theme === 'auto') followTheme(this, () => this.#redraw?.(), signal);
  }

  #setUp(settings: ConfirmationSettings, wrong: string[]): Participation | undefined {
    const isComplete = settings.mode || settings.project_id;
    if (!isComplete) wrong.push('Add data-project_id="…" or data-mode="passive".');
    if (wrong.length) consoleLine(wrong.join(' '));
    // A message that was drawn with other settings is removed.
    if (!isComplete) {
      letGoOfRoom(this);
      this.#redraw = undefined;
      this.#draw?.(null);
      return undefined;
    }
    const draw = (this.#draw ??= this.surface(this));
    const ids = `manyhands-${++messages}-`;
    const show = (state: State, second?: SecondPart) => {
      this.#redraw = () => show(state, second);
      const { theme } = settings;
      draw(
        h(ConfirmationView, {
          state,
          second,
          dispatch: acts.act,
          ids,
          settings,
          theme: theme === 'auto' ? themeAround(this) : theme,
        }),
      );
      // `waiting` is drawn only after an earlier "no": at once, while the room is perhaps still out of sight.
      const isHidden = settings['when-declined'] === 'hide' && /^(waiting|declined)/.test(state.step);
      if (isHidden || state.height || state.step === 'off') letGoOfRoom(this);
    };
    const acts = participation(settings, {
      element: this,
      lang: () => languageAt(this, settings.lang),
      show,
      fire: (name, detail) =>
        this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true })),
    });
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
