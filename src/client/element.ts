/** `manyhands-client/element`: types of our elements, for pages and frameworks. It contains no code. */
import type { ConfirmationAttributes, FinderAttributes } from './attributes.ts';

export type { ConfirmationAttributes, FinderAttributes };

/** The events that the element fires; they bubble, and cross shadow roots. */
export interface ConfirmationEventMap {
  /** The contribution is on a profile. In bronze, `detail` has its number; in passive mode a profile was linked. */
  credited: CustomEvent<{ event_id: number } | null>;
  /** The participant refused, or stopped crediting. */
  declined: CustomEvent<null>;
  /** The participant took this contribution off the profile, or said "Not you?". */
  undone: CustomEvent<null>;
  /** Nothing was confirmed; with a `detail`, this contribution was given up. */
  failed: CustomEvent<object | null>;
}

/** An embed as an element: its events by name, besides those of every element. */
export interface EmbedElement<Events extends object> extends HTMLElement {
  /** With `data-consent="required"`: the visitor agreed to requests. */
  start(): Promise<void>;
  addEventListener<Name extends keyof Events & string>(
    type: Name,
    listener: (this: this, event: Events[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<Name extends keyof HTMLElementEventMap>(
    type: Name,
    listener: (this: this, event: HTMLElementEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof Events & string>(
    type: Name,
    listener: (this: this, event: Events[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof HTMLElementEventMap>(
    type: Name,
    listener: (this: this, event: HTMLElementEventMap[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
}

export type ConfirmationElement = EmbedElement<ConfirmationEventMap>;

/** The events of the finder; they bubble, and cross shadow roots. */
export interface FinderEventMap {
  /** The visitor searched with words of their own, or near them. */
  searched: CustomEvent<{ q: string; total: number }>;
  /** The visitor opened a project. */
  opened: CustomEvent<{ project_id: number }>;
}

export type FinderElement = EmbedElement<FinderEventMap>;

/** `oncredited` and so on, the names by which React 19 and Preact listen to a custom element. */
export type ListenersOf<Events> = {
  [Name in keyof Events & string as `on${Name}`]?: (event: Events[Name]) => void;
};
export type ConfirmationListeners = ListenersOf<ConfirmationEventMap>;
export type FinderListeners = ListenersOf<FinderEventMap>;

declare global {
  interface HTMLElementTagNameMap {
    'manyhands-confirmation': ConfirmationElement;
    'manyhands-finder': FinderElement;
  }
}
