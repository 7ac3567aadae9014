import { h } from 'preact';
import { say, type MessageKey } from './words.ts';

/**
 * Does something here, or leads to our own site, in a tab of its own. The label may be cut where there is little room:
 * it is whole in its tooltip, and to screen readers.
 */
export const Button = ({
  says,
  kind = '',
  href,
  isOpen,
  onClick,
}: {
  says: MessageKey;
  kind?: string;
  href?: string | undefined;
  isOpen?: boolean | undefined;
  onClick?: () => void;
}) => {
  const label = <span class="label">{say(says)}</span>;
  const shared = { part: `button ${kind}`, title: say(says) };
  return href ? (
    <a {...shared} href={href} target="_blank" rel="noopener">
      {label}
    </a>
  ) : (
    <button {...shared} type="button" onClick={onClick} aria-expanded={isOpen}>
      {label}
    </button>
  );
};
