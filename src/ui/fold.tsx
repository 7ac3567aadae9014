import type { ComponentChildren } from 'preact';

type Props = {
  id: string;
  title: string;
  /** How it stands, next to the title: what most readers came for, without opening it. */
  state?: string | undefined;
  isOpen?: boolean;
  heading?: 'h2' | 'h3';
  children: ComponentChildren;
};

/** A section that opens with one press. The id is inside, so that browsers open it for an address that ends in it. */
export const Fold = ({ id, title, state, isOpen = false, heading: Heading = 'h3', children }: Props) => (
  <details class="fold" open={isOpen}>
    <summary>
      <Heading>{title}</Heading> {state !== undefined && <span class="quiet">{state}</span>}
    </summary>
    <div id={id}>{children}</div>
  </details>
);
