import type { ComponentChildren } from 'preact';

/** A box with an error, or with something to know before reading on. */
export const Notice = ({ kind, children }: { kind: 'fault' | 'note'; children: ComponentChildren }) => (
  <div class={`notice ${kind}`} role={kind === 'fault' ? 'alert' : undefined}>
    {children}
  </div>
);
