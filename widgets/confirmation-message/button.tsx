import { h } from 'preact';
import { say, type MessageKey } from './words.ts';

/** A label may be cut where there is little room: it is whole in its tooltip, and to screen readers. */
export const Button = ({
  says,
  kind = '',
  onClick,
  isOpen,
}: {
  says: MessageKey;
  kind?: string;
  onClick: () => void;
  isOpen?: boolean | undefined;
}) => (
  <button part={`button ${kind}`} type="button" onClick={onClick} title={say(says)} aria-expanded={isOpen}>
    <span class="label">{say(says)}</span>
  </button>
);

/** Leads to our own site, in a tab of its own. */
export const LinkOut = ({
  says,
  kind = '',
  href,
}: {
  says: MessageKey;
  kind?: string;
  href: string | undefined;
}) => (
  <a part={`button ${kind}`} href={href} target="_blank" rel="noopener" title={say(says)}>
    <span class="label">{say(says)}</span>
  </a>
);
