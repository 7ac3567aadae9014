import type { ComponentChildren } from 'preact';

type Props = { href: string; text: ComponentChildren; look?: 'primary' | 'plain' | 'danger' };

/** A link that looks like a button. */
export const ButtonLink = ({ href, text, look = 'plain' }: Props) => (
  <a class={`button ${look}`} href={href}>
    {text}
  </a>
);
