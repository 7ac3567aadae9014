/** "Credit me" through the browser's own dialog, where there is one. */
import { baseUrl } from './placeholders.ts';
import type { Proof } from './popup.ts';

export const hasFedcm = () => 'IdentityCredential' in window;

/** Returns the same code as the popup; undefined if the dialog was closed, or did not open. */
export async function askBrowser(
  project_id: number,
  { challenge }: Proof,
  signal: AbortSignal,
): Promise<string | undefined> {
  const identity = {
    // Only after a click. The dialog must not say that a name or an address is shared, because neither is.
    mode: 'active',
    context: 'use',
    providers: [
      {
        configURL: `${baseUrl}/fedcm/config.json`,
        clientId: `${project_id}`,
        fields: [],
        params: { challenge },
      },
    ],
  };
  const asking = { identity, mediation: 'required', signal } as CredentialRequestOptions;
  return navigator.credentials.get(asking).then(
    (credential) => (credential as { token?: string } | null)?.token,
    () => undefined,
  );
}
