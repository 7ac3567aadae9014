/**
 * Registering passkeys and signing in with them (WebAuthn): discoverable credentials, so that nobody types an address
 * and no reply depends on one; user verification is preferred, as with a mailed link possession is enough.
 */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { Keyed } from '../../secrets/secrets.ts';
import type { PasskeyRow, PasskeyStore } from './passkeys.ts';

/** One rule for adding a passkey and for signing in with it, so that a key that was added always signs in. */
const userVerification = 'preferred';

type Deps = { store: PasskeyStore; keyed: Keyed; baseUrl: string; serviceName: string };

/** `user`: as the browser's list of passkeys shows the account. */
type NewPasskey = { accountId: number; user: { name: string; displayName: string }; ip: string; now: number };

export type Webauthn = ReturnType<typeof webauthn>;

export function webauthn({ store, keyed, baseUrl, serviceName }: Deps) {
  const { hostname: rpID, origin } = new URL(baseUrl);
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: false };
  // Not the account's number, which sites know: an authenticator may reveal this one to anybody who holds it.
  const userHandle = (accountId: number) => Buffer.from(keyed('passkey-user', accountId), 'hex');

  return {
    async registrationOptions({ accountId, user, ip, now }: NewPasskey): Promise<object> {
      const rows = await store.rowsOf(accountId);
      return generateRegistrationOptions({
        rpName: serviceName,
        rpID,
        userID: new Uint8Array(userHandle(accountId)),
        userName: user.name,
        userDisplayName: user.displayName,
        challenge: bytesOf(await store.newChallenge(accountId, ip, now)),
        attestationType: 'none',
        excludeCredentials: rows.map((row) => ({ id: row.credential_id, transports: transportsOf(row) })),
        authenticatorSelection: { residentKey: 'required', userVerification },
      });
    },

    /** Verifies and stores a new passkey; false if the browser's answer is not right. */
    async register(accountId: number, name: string, answer: unknown, now: number): Promise<boolean> {
      const response = answer as RegistrationResponseJSON;
      const challenge = challengeIn(answer);
      if (challenge === undefined || !(await store.takeChallenge(challenge, accountId, now))) return false;
      const info = await unlessRefused(async () => {
        const options = { response, expectedChallenge: challenge, ...expected };
        return (await verifyRegistrationResponse(options)).registrationInfo;
      });
      if (!info) return false;
      const { credential, credentialDeviceType, credentialBackedUp } = info;
      return store.add({
        credential_id: credential.id,
        account_id: accountId,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: JSON.stringify(credential.transports ?? []),
        is_backup_eligible: credentialDeviceType === 'multiDevice' ? 1 : 0,
        is_backed_up: credentialBackedUp ? 1 : 0,
        name,
        created_at: now,
        used_at: null,
      });
    },

    /** The same for everybody. */
    async signInOptions(ip: string, now: number): Promise<object> {
      const challenge = bytesOf(await store.newChallenge(undefined, ip, now));
      return generateAuthenticationOptions({ rpID, challenge, userVerification });
    },

    /**
     * The account of a verified passkey; undefined if it does not sign in. `copied`: its counter says that another
     * authenticator has used it, too, so that it does not sign in either.
     */
    async signIn(answer: unknown, now: number): Promise<{ accountId: number; copied?: string } | undefined> {
      const response = answer as AuthenticationResponseJSON;
      const challenge = challengeIn(answer);
      if (challenge === undefined || !(await store.takeChallenge(challenge, undefined, now)))
        return undefined;
      const row = typeof response.id === 'string' ? await store.find(response.id) : undefined;
      if (!row) return undefined;
      const info = await unlessRefused(async () => {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response,
          expectedChallenge: challenge,
          ...expected,
          credential: {
            id: row.credential_id,
            publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
            // Compared below.
            counter: 0,
            transports: transportsOf(row),
          },
        });
        return verified ? authenticationInfo : undefined;
      });
      const { userHandle: handle } = response.response;
      const isTheirs = handle === undefined || handle === userHandle(row.account_id).toString('base64url');
      if (!info || !isTheirs) return undefined;
      const accountId = row.account_id;
      // Each device that shares a passkey counts by itself; only that of a key on one device shows a copy.
      if (row.is_backup_eligible !== 1 && row.counter > 0 && info.newCounter <= row.counter)
        return { accountId, copied: row.name };
      const use = { counter: info.newCounter, isBackedUp: info.credentialBackedUp, now };
      return (await store.used(row, use)) ? { accountId } : undefined;
    },
  };
}

const transportsOf = ({ transports }: PasskeyRow) => JSON.parse(transports) as AuthenticatorTransport[];

/** The library encodes bytes; a text it would encode a second time. */
const bytesOf = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'));

/** The challenge that an answer signed; undefined for anything that is no answer of a browser. */
function challengeIn(answer: unknown): string | undefined {
  try {
    const { clientDataJSON } = (answer as { response: { clientDataJSON: string } }).response;
    const { challenge } = decodeClientDataJSON(clientDataJSON);
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** The library throws for every answer that it does not accept; `verify` does nothing else, so no fault of ours is lost. */
async function unlessRefused<Info>(verify: () => Promise<Info | undefined>): Promise<Info | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
