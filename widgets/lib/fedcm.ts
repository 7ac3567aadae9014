/** "Credit me" through the browser's own dialog, where there is one. */
import { baseUrl } from './placeholders.ts';
import type { Proof } from './popup.ts';

export const hasFedcm = () => 'IdentityCredential' in window;

/** Answers the code that the popup would have; undefined when the dialog is closed, or not even opened. */
export async function askBrowser(
  project_id: number,
  { challenge }: Proof,
  signal: AbortSignal,
): Promise<string | undefined> {
  const identity = {
    // Only after a click, and without a word that name or address were shared: they are not.
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
