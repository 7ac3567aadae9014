/** The types of `manyhands-client/svelte`, whose code is `Confirmation.svelte`. */
import type { Component } from 'svelte';
import type { HTMLAttributes } from 'svelte/elements';
import type { ConfirmationAttributes, ConfirmationElement, ConfirmationListeners } from './element.ts';

export type ConfirmationProps = HTMLAttributes<ConfirmationElement> &
  ConfirmationAttributes &
  ConfirmationListeners;

export type MessageProps = ConfirmationProps & {
  /** The address of the message's script. */
  src: string;
};

declare const Confirmation: Component<MessageProps>;
export default Confirmation;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'manyhands-confirmation': ConfirmationProps;
  }
}
