/** `manyhands-client/element`: types of `<manyhands-confirmation>`, for pages and frameworks. It contains no code. */
import type { ConfirmationAttributes } from './attributes.ts';

export type { ConfirmationAttributes };

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

export interface ConfirmationElement extends HTMLElement {
  /** With `data-consent="required"`: the participant agreed to requests. */
  start(): Promise<void>;
  addEventListener<Name extends keyof ConfirmationEventMap>(
    type: Name,
    listener: (this: ConfirmationElement, event: ConfirmationEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<Name extends keyof HTMLElementEventMap>(
    type: Name,
    listener: (this: ConfirmationElement, event: HTMLElementEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof ConfirmationEventMap>(
    type: Name,
    listener: (this: ConfirmationElement, event: ConfirmationEventMap[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof HTMLElementEventMap>(
    type: Name,
    listener: (this: ConfirmationElement, event: HTMLElementEventMap[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
}

/** `oncredited` and so on, the names by which React 19 and Preact listen to a custom element. */
export type ConfirmationListeners = {
  [Name in keyof ConfirmationEventMap as `on${Name}`]?: (event: ConfirmationEventMap[Name]) => void;
};

declare global {
  interface HTMLElementTagNameMap {
    'manyhands-confirmation': ConfirmationElement;
  }
}
