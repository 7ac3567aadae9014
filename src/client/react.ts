/** `manyhands-client/react`: our elements in the JSX of React 19. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type {
  ConfirmationAttributes,
  ConfirmationElement,
  ConfirmationListeners,
  FinderAttributes,
  FinderElement,
  FinderListeners,
} from './element.ts';

export type ConfirmationProps = DetailedHTMLProps<HTMLAttributes<ConfirmationElement>, ConfirmationElement> &
  ConfirmationAttributes &
  ConfirmationListeners;

export type FinderProps = DetailedHTMLProps<HTMLAttributes<FinderElement>, FinderElement> &
  FinderAttributes &
  FinderListeners;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'manyhands-confirmation': ConfirmationProps;
      'manyhands-finder': FinderProps;
    }
  }
}
