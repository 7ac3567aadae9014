import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useWords } from './words/use-words.tsx';

type Props = { label: string; value: string; kind: 'code' | 'block' };

/** Something to copy: selectable by hand, and with a button once the page is alive. */
export function CopyField({ label, value, kind }: Props) {
  const w = useWords().words.copy;
  const code = useRef<HTMLElement>(null);
  const name = useId();
  const [isAlive, setAlive] = useState(false);
  const [spoken, setSpoken] = useState('');
  useEffect(() => setAlive(true), []);

  useEffect(() => {
    if (spoken === '') return undefined;
    // Emptied after a while, since a live region speaks only what is new: the next copy is heard again.
    const timer = setTimeout(() => setSpoken(''), 4000);
    return () => clearTimeout(timer);
  }, [spoken]);

  async function copy() {
    setSpoken('');
    try {
      await navigator.clipboard.writeText(value);
      setSpoken(w.copied);
    } catch {
      // Refused or not there (plain http): the text is selected, the person presses the keys.
      if (code.current) getSelection()?.selectAllChildren(code.current);
      setSpoken(w.selected);
    }
  }

  return (
    <div class={`copy-field ${kind}`}>
      <div class="copy-head">
        <span id={name} class="copy-label">
          {label}
        </span>
        <span role="status" class="copy-status">
          {spoken && <span key={spoken}>{spoken}</span>}
        </span>
        <button type="button" class="button plain" hidden={!isAlive} aria-describedby={name} onClick={copy}>
          {w.copy}
        </button>
      </div>
      {kind === 'block' ? (
        <pre tabIndex={0} role="region" aria-labelledby={name}>
          <code ref={code}>{value}</code>
        </pre>
      ) : (
        <p class="copy-code">
          <code ref={code}>{value}</code>
        </p>
      )}
    </div>
  );
}
