import type { ComponentChildren } from 'preact';

/** `done`: what a press did. `warning`: something to do, or that ends. `note`: something to know before reading on. */
type Kind = 'done' | 'note' | 'warning' | 'fault';
const roles: Partial<Record<Kind, 'status' | 'alert'>> = { done: 'status', fault: 'alert' };

/** `says`: its paragraph, or its first. */
type Props = { kind: Kind; says?: ComponentChildren; children?: ComponentChildren };

/** A box above what it is about; nothing if there is nothing to say. */
export const Notice = ({ kind, says, children }: Props) =>
  says || children ? (
    <div class={`notice ${kind}`} role={roles[kind]}>
      {says && <p>{says}</p>}
      {children}
    </div>
  ) : null;
