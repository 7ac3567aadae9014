/** Signatures of the Standard Webhooks convention: HMAC-SHA256 over id, timestamp and body. */
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new secret of 256 bits, as receivers configure it. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/** The headers of a message; with several secrets, receivers accept a signature by any of them. */
export function signedHeaders(
  { id, body }: { id: string; body: string },
  secrets: readonly string[],
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signature = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret)}`).join(' '),
  };
}
