import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest();

/** A byte string in CBOR (RFC 8949, section 3.1). */
const cborBytes = (bytes: Uint8Array): Buffer =>
  bytes.length < 256
    ? Buffer.concat([Buffer.from([0x58, bytes.length]), bytes])
    : Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]), bytes]);

const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

/** How a response differs from that of an honest authenticator. */
interface Lies {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  type?: string;
  counter?: number;
}

/** An authenticator in software, with one passkey: an ES256 key by WebAuthn, sections 6.1 and 6.5. */
export class SoftwarePasskey {
  readonly id = randomBytes(32).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  readonly #rpId: string;
  #counter = 0;

  constructor(url: string) {
    this.#origin = new URL(url).origin;
    this.#rpId = new URL(url).hostname;
  }

  create({ challenge }: { challenge: string }, lies: Lies = {}) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      cborBytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      cborBytes(Buffer.from(y, 'base64url')),
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 255]),
      id,
      key,
    ]);
    const data = Buffer.concat([this.#head(lies, flags.attested), attested]);
    const object = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(data),
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData(challenge, 'webauthn.create', lies),
      attestationObject: object.toString('base64url'),
    });
  }

  prove({ challenge }: { challenge: string }, lies: Lies = {}) {
    this.#counter += 1;
    const clientDataJSON = this.#clientData(challenge, 'webauthn.get', lies);
    const data = this.#head(lies, 0);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.#credential({
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    });
  }

  #credential<Response extends object>(response: Response) {
    return { id: this.id, rawId: this.id, type: 'public-key', response, clientExtensionResults: {} };
  }

  #head({ rpId = this.#rpId, isVerified = true, counter = this.#counter }: Lies, more: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const all = flags.present | (isVerified ? flags.verified : 0) | more;
    return Buffer.concat([sha256(rpId), Buffer.from([all]), count]);
  }

  #clientData(challenge: string, type: string, { origin = this.#origin, type: told = type }: Lies): string {
    const data = { type: told, challenge, origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }
}
