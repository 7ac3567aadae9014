/**
 * <manyhands-finder>: the element of one finder, from its insertion to its removal, with the settings in its
 * attributes.
 */
import { h } from 'preact';
import { consoleLine } from '../lib/console-line.ts';
import { languageAt } from '../lib/messages.ts';
import type { Surface } from '../lib/mount.ts';
import { followTheme, themeAround } from '../lib/page-theme.ts';
import { whenSeen } from '../lib/seen.ts';
import { readSettings } from '../../src/attributes/kinds.ts';
import { finderSession, type SavedAttributes, type Session, type FinderState } from './session.ts';
import { type FinderSettings, finderSettings } from '../../src/attributes/finder.ts';
import { FinderView } from './view.tsx';

export const tagName = 'manyhands-finder';

/** A saved widget until its settings are known: the smallest height that any settings have. */
const unknown: SavedAttributes = {
  'data-header': 'hide',
  'data-form': 'hide',
  'data-layout': 'compact',
  'data-limit': '1',
};

abstract class FinderElement extends HTMLElement {
  static readonly observedAttributes = Object.keys(finderSettings).map((name) => `data-${name}`);

  protected abstract readonly surface: Surface;
  #draw: ReturnType<Surface> | undefined;
  /** Draws the last state again. */
  #redraw: (() => void) | undefined;
  #session: Session | undefined;
  /** The values of the attributes when the session was set up. */
  #said: string | undefined;
  #isDue = false;
  #mayStart = false;
  #starts = 0;
  #listening = new AbortController();

  connectedCallback() {
    this.#settleSoon();
  }

  disconnectedCallback() {
    this.#settleSoon();
  }

  attributeChangedCallback() {
    this.#settleSoon();
  }

  /** The page says that the visitor agreed to requests (`data-consent="required"`). */
  async start() {
    this.#mayStart = true;
    const start = ++this.#starts;
    await whenSeen(this);
    // Only the last one: a finder may be moved about before it is seen.
    if (this.isConnected && start === this.#starts) this.#session?.begin();
  }

  /**
   * Runs once for all changes that a page makes in one task: moving the element, setting several attributes. The
   * results of a search survive that.
   */
  #settleSoon() {
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => {
      this.#isDue = false;
      this.#settle();
    });
  }

  #settle() {
    this.#listening.abort();
    this.#starts++;
    if (!this.isConnected) return this.#session?.leave();
    const { settings, wrong } = this.#read(this.dataset['widget'] ? unknown : {});
    const text = JSON.stringify(settings);
    if (text !== this.#said) {
      if (wrong.length) consoleLine(wrong.join(' '));
      this.#said = text;
      this.#session?.leave();
      this.#session = this.#setUp(settings);
      this.#session.prepare();
    }
    const { signal } = (this.#listening = new AbortController());
    followTheme(this, () => this.#redraw?.(), signal);
    if (settings.consent !== 'required' || this.#mayStart) void this.start();
    else document.addEventListener('manyhands:consent', () => void this.start(), { signal, once: true });
  }

  /** Reads the settings: those of a saved widget come before the attributes. No policy forbids to set its colours here. */
  #read(saved: SavedAttributes) {
    for (const name in saved) this.style.setProperty(name, `${saved[name]}`);
    return readSettings(finderSettings, (name) => saved[name] ?? this.getAttribute(name));
  }

  #setUp(first: FinderSettings): Session {
    const draw = (this.#draw ??= this.surface(this));
    const show = (state: FinderState, settings: FinderSettings, focusAt?: number) => {
      this.#redraw = () => show(state, settings);
      const root = this.shadowRoot;
      const isFocused = !!root?.activeElement;
      const theme = settings.theme === 'auto' ? themeAround(this) : settings.theme;
      draw(h(FinderView, { state, settings, theme, session }));
      if (isFocused && focusAt !== undefined) root?.querySelectorAll<HTMLElement>('li a')[focusAt]?.focus();
    };
    const session: Session = finderSession({
      settings: first,
      reread: (saved) => this.#read(saved).settings,
      lang: (told) => languageAt(this, told),
      show,
      fire: (name, detail) =>
        this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true })),
    });
    return session;
  }
}

/** Defines the element once; another copy of this file may have been here before. */
export function defineFinder(surface: Surface) {
  if (customElements.get(tagName)) return;
  customElements.define(
    tagName,
    class extends FinderElement {
      protected override readonly surface = surface;
    },
  );
}
