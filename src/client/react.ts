'use client';
/** `manyhands-client/react`: the confirmation message as a component, and our elements in the JSX of React 19. */
import { createElement, useEffect, useRef, type DetailedHTMLProps, type HTMLAttributes } from 'react';
import { useMessage } from './attach.ts';
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

export type MessageProps = Omit<ConfirmationProps, 'ref' | 'children'> & {
  /** The address of the message's script. */
  src: string;
};

/** The message for one contribution. It listens by itself: React attaches no custom events to server-rendered elements. */
export function Confirmation({
  src,
  oncredited,
  ondeclined,
  onundone,
  onfailed,
  ...attributes
}: MessageProps) {
  const listeners = { oncredited, ondeclined, onundone, onfailed };
  const element = useMessage({ useRef, useEffect }, src, listeners);
  // The element gets an attribute of its own, maybe before React has taken over the server's HTML.
  return createElement('manyhands-confirmation', {
    ...attributes,
    ref: element,
    suppressHydrationWarning: true,
  });
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'manyhands-confirmation': ConfirmationProps;
      'manyhands-finder': FinderProps;
    }
  }
}
