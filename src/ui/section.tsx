import type { ComponentChildren } from 'preact';

type Props = { id: string; title: ComponentChildren; class?: string; children: ComponentChildren };

/** A section with its title: links lead to the title, and screen readers name the section by it. */
export const Section = ({ id, title, class: look, children }: Props) => (
  <section aria-labelledby={id} class={look}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);
