/**
 * The API key of a client's owner in `key`, as the specification has it: it authenticates the client in place of a
 * secret, and where both come, both must be right.
 */
import { isSame, sha256 } from '../secrets/secrets.ts';
import type { Client } from './clients.ts';
import type { FormParameters } from './library-request.ts';

/** Stands for a secret once the key was found to be the owner's; by itself it opens nothing. */
export const ownersKey = 'the owner’s API key';

/** The client id of a Basic header (RFC 6749, 2.3.1). */
export function clientIdOfHeader(authorization: string | undefined): string | undefined {
  const basic = /^basic +([\w+/=]+)$/i.exec(authorization ?? '')?.[1];
  if (basic === undefined) return undefined;
  const [id = ''] = Buffer.from(basic, 'base64').toString().split(':', 1);
  try {
    return decodeURIComponent(id.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Whether a key repeats the client's secret: some clients send one value in both fields. */
export const repeatsSecret = (key: unknown, form: FormParameters, client: Client): boolean =>
  key === form['client_secret'] && client.secretDigests.some((digest) => isSame(digest, sha256(String(key))));

/** Whether a key is the client's owner's, and stands for its secret in this request. */
export const mayStandIn = (
  client: Client,
  form: FormParameters,
  authorization: string | undefined,
): boolean =>
  !client.isPublic && form['client_secret'] === undefined && !/^basic /i.test(authorization ?? '');
