import type { ComponentChildren } from 'preact';

/** A fault, or a notice that people should read first. */
export const Notice = ({ kind, children }: { kind: 'fault' | 'note'; children: ComponentChildren }) => (
  <div class={`notice ${kind}`} role={kind === 'fault' ? 'alert' : undefined}>
    {children}
  </div>
);
