/** `manyhands-client/preact`: `<manyhands-confirmation>` in the JSX of Preact. */
import type { HTMLAttributes } from 'preact';
import type { ConfirmationAttributes, ConfirmationElement, ConfirmationListeners } from './element.ts';

export type ConfirmationProps = HTMLAttributes<ConfirmationElement> &
  ConfirmationAttributes &
  ConfirmationListeners;

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'manyhands-confirmation': ConfirmationProps;
    }
  }
}
