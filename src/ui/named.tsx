/** Names that stand in our sentences, each kept in its own direction. */
import type { ComponentChildren } from 'preact';

/** A person, a project or an address. */
export const Named = ({ children }: { children: ComponentChildren }) => (
  <strong>
    <bdi>{children}</bdi>
  </strong>
);

/** The origin of a site: always from left to right. */
export const SiteName = ({ origin }: { origin: string | undefined }) => (
  <bdi class="origin" dir="ltr">
    {origin}
  </bdi>
);
