/** The forms that use passkeys: shown where the browser has them, and sent with the browser's answer. */
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';

type PasskeyOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'] &
  Parameters<typeof startRegistration>[0]['optionsJSON'];

export function offerPasskeys(forms: Iterable<HTMLFormElement>): void {
  if (!browserSupportsWebAuthn()) return;
  for (const form of forms) {
    form.hidden = false;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void use(form);
    });
  }
  for (const part of document.querySelectorAll<HTMLElement>('[data-with-passkeys]')) part.hidden = false;
  for (const note of document.querySelectorAll<HTMLElement>('[data-no-passkeys]')) note.hidden = true;
}

async function use(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector('button');
  const says = form.querySelector('[role=alert]');
  const field = form.querySelector<HTMLInputElement>('[name=credential]');
  if (!button || !says || !field || button.disabled) return;
  says.textContent = '';
  button.disabled = true;
  try {
    const optionsJSON = await optionsFor(form.action);
    const answer =
      form.dataset['passkey'] === 'add'
        ? await startRegistration({ optionsJSON })
        : await startAuthentication({ optionsJSON });
    field.value = JSON.stringify(answer);
    form.submit();
  } catch (error) {
    says.textContent = form.dataset[outcomeOf(error)] ?? '';
  } finally {
    // Also after a success: the page may come back from the browser's history.
    button.disabled = false;
  }
}

async function optionsFor(action: string): Promise<PasskeyOptions> {
  const reply = await fetch(`${action}/options`, { method: 'POST', redirect: 'error' });
  if (!reply.ok) throw new Error(`The service answered ${reply.status}.`);
  return (await reply.json()) as PasskeyOptions;
}

/** The form has the words for each outcome, in the language of its page. */
function outcomeOf(error: unknown): 'known' | 'cancelled' | 'failed' {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'known';
  // The browser does not tell a refusal from having no passkey, on purpose.
  return error instanceof Error && error.name === 'NotAllowedError' ? 'cancelled' : 'failed';
}
