import { h } from 'preact';
import { sheltered } from './mount.ts';

/** Hides its element from the eye. In a shadow root of its own, since a page without a sheet would show the words twice. */
const css =
  ':host{position:absolute;inline-size:1px;block-size:1px;margin:0;overflow:hidden;clip-path:inset(50%)}';
const hide = (element: HTMLElement | null) => {
  if (element && !element.shadowRoot) sheltered(element, css).append(document.createElement('slot'));
};

/**
 * The live region: there from the start, so that what it says later is announced. Each text is a new element: a
 * browser that translates the page takes text nodes out of their place, where a change would be lost.
 */
export const Spoken = ({ children }: { children: string | false | undefined }) => (
  <p class="spoken" role="status" ref={hide}>
    {children && <span key={children}>{children}</span>}
  </p>
);
