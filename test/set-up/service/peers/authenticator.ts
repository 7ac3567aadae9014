/** A passkey in software, for tests without a browser: it signs what a browser and its authenticator would send. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** `challenge` and `origin` as a page would have them; another `rpId` is the one of another site. */
export type Asked = { challenge: string; origin: string; rpId?: string };

const userPresent = 1;
const backedUp = 0x18;
const attested = 0x40;

export class Authenticator {
  readonly id = randomBytes(32);
  /** Copied authenticators send a counter that was seen before. */
  counter = 1;
  userHandle = '';
  /** Shared by several devices: eligible for a backup, and backed up. */
  isShared = false;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  /** The answer of `navigator.credentials.create`, as JSON. */
  create(asked: Asked): string {
    const authData = Buffer.concat([
      this.#head(asked, userPresent | attested),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      this.#publicKey(),
    ]);
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x58, authData.length]),
      authData,
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', asked),
      attestationObject: base64url(attestationObject),
      transports: ['internal'],
    });
  }

  /** The answer of `navigator.credentials.get`, as JSON. */
  get(asked: Asked): string {
    const clientDataJSON = this.#clientData('webauthn.get', asked);
    const authData = this.#head(asked, userPresent);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.#answer({
      clientDataJSON,
      authenticatorData: base64url(authData),
      signature: base64url(sign('sha256', signed, this.#keys.privateKey)),
      userHandle: this.userHandle,
    });
  }

  #answer(response: object): string {
    const id = base64url(this.id);
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }

  #clientData(type: string, { challenge, origin }: Asked): string {
    return base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #head({ origin, rpId = new URL(origin).hostname }: Asked, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | (this.isShared ? backedUp : 0)]), counter]);
  }

  /** COSE: an ES256 key on P-256. */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const coordinate = (label: number, value: string) => [
      Buffer.from([label, 0x58, 32]),
      Buffer.from(value, 'base64url'),
    ];
    return Buffer.concat([
      Buffer.from('a5010203262001', 'hex'),
      ...coordinate(0x21, x),
      ...coordinate(0x22, y),
    ]);
  }
}
