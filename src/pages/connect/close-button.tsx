import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Closes the popup. Only a script can, so there is no button without one. */
export function CloseButton({ children }: { children: ComponentChildren }) {
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return isAlive ? (
    <button type="button" class="button plain" onClick={() => window.close()}>
      {children}
    </button>
  ) : (
    <p class="quiet">You can close this window.</p>
  );
}
