import type { ComponentChildren } from 'preact';

/** `done`: what a press did. `warning`: something to do, or that ends. `note`: something to know before reading on. */
type Kind = 'done' | 'note' | 'warning' | 'fault';
const roles: Partial<Record<Kind, 'status' | 'alert'>> = { done: 'status', fault: 'alert' };

/** A box above what it is about. */
export const Notice = ({ kind, children }: { kind: Kind; children: ComponentChildren }) => (
  <div class={`notice ${kind}`} role={roles[kind]}>
    {children}
  </div>
);
