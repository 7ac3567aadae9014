import type { ComponentChildren } from 'preact';

type Props = {
  /** A person, an address or a site. */
  name: string;
  /** One below the heading of the list. */
  heading?: 3 | 4;
  byline: ComponentChildren;
  /** Its buttons. */
  children?: ComponentChildren;
};

/** One entry of a short list of people or sites, with what the reader may do about it. */
export function EntryCard({ name, heading = 3, byline, children }: Props) {
  const Heading = `h${heading}` as const;
  return (
    <li class="card split">
      <div>
        <Heading>
          <bdi>{name}</bdi>
        </Heading>
        <p class="byline">{byline}</p>
      </div>
      {children && <div class="answers">{children}</div>}
    </li>
  );
}
