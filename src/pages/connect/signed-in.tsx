import { useEffect } from 'preact/hooks';
import { useWords } from '../../ui/words/use-words.tsx';
import { CloseButton } from './close-button.tsx';

/** FedCM's; not yet among TypeScript's own. */
type Federating = { IdentityProvider?: { close: () => void } };

/** The end of a sign-in that the browser's dialog asked for: it goes on there. In a tab of its own this closes nothing. */
export function SignedIn() {
  const w = useWords().words.connect;
  useEffect(() => (window as Federating).IdentityProvider?.close(), []);
  return (
    <>
      <h1>{w.signedIn}</h1>
      <p role="status">{w.signedInText}</p>
      <CloseButton>{w.close}</CloseButton>
    </>
  );
}
