/** `manyhands-client/preact`: the confirmation message as a component, and our elements in the JSX of Preact. */
import { h, type HTMLAttributes } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useMessage } from './attach.ts';
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

export type MessageProps = Omit<ConfirmationProps, 'ref' | 'children'> & {
  /** The address of the message's script. */
  src: string;
};

/** The message for one contribution, with its script. */
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
  return h('manyhands-confirmation', { ...attributes, ref: element });
}

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'manyhands-confirmation': ConfirmationProps;
      'manyhands-finder': FinderProps;
    }
  }
}
