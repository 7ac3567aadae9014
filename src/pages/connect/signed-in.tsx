import { useEffect } from 'preact/hooks';
import { CloseButton } from './close-button.tsx';

/** FedCM's; not yet among TypeScript's own. */
type Federating = { IdentityProvider?: { close: () => void } };

/** The end of a sign-in that the browser's dialog asked for: it goes on there. In a tab of its own this closes nothing. */
export function SignedIn() {
  useEffect(() => (window as Federating).IdentityProvider?.close(), []);
  return (
    <>
      <h1>You are signed in</h1>
      <p role="status">Go back to the page that you came from: it goes on by itself.</p>
      <CloseButton>Close this window</CloseButton>
    </>
  );
}
