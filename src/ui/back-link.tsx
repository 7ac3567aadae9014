import type { ComponentChildren } from 'preact';

/** Above the heading of a page: the way to the page that it belongs to. */
export const BackLink = ({ href, children }: { href: string; children: ComponentChildren }) => (
  <p class="back">
    <a href={href}>{children}</a>
  </p>
);
