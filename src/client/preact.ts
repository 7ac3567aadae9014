/** `manyhands-client/preact`: our elements in the JSX of Preact. */
import type { HTMLAttributes } from 'preact';
import type {
  ConfirmationAttributes,
  ConfirmationElement,
  ConfirmationListeners,
  FinderAttributes,
  FinderElement,
  FinderListeners,
} from './element.ts';

export type ConfirmationProps = HTMLAttributes<ConfirmationElement> &
  ConfirmationAttributes &
  ConfirmationListeners;

export type FinderProps = HTMLAttributes<FinderElement> & FinderAttributes & FinderListeners;

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'manyhands-confirmation': ConfirmationProps;
      'manyhands-finder': FinderProps;
    }
  }
}
