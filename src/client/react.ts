/** `manyhands-client/react`: `<manyhands-confirmation>` in the JSX of React 19. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { ConfirmationAttributes, ConfirmationElement, ConfirmationListeners } from './element.ts';

export type ConfirmationProps = DetailedHTMLProps<HTMLAttributes<ConfirmationElement>, ConfirmationElement> &
  ConfirmationAttributes &
  ConfirmationListeners;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'manyhands-confirmation': ConfirmationProps;
    }
  }
}
