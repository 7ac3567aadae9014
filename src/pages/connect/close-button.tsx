import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useWords } from '../../ui/words/use-words.tsx';

/** Closes the popup. Only a script can, so there is no button without one. */
export function CloseButton({ children }: { children: ComponentChildren }) {
  const w = useWords().words.connect;
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return isAlive ? (
    <button type="button" class="button plain" onClick={() => window.close()}>
      {children}
    </button>
  ) : (
    <p class="quiet">{w.canClose}</p>
  );
}
