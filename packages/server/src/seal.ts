import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const [nonceBytes, tagBytes] = [12, 16];

/** What a text is sealed with. Texts of another `id` or `purpose` cannot be opened with it. */
export interface SealedBy {
  /** Of the server. */
  secret: string;
  id: string;
  purpose: readonly string[];
}

/** Encrypts a text, so that the database alone does not give it away. */
export const seal = (by: SealedBy, text: string): string => {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, keyOf(by), nonce);
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString('base64');
};

/** Throws if the text was sealed with something else. */
export const unseal = (by: SealedBy, sealed: string): string => {
  const bytes = Buffer.from(sealed, 'base64');
  const opening = createDecipheriv(cipher, keyOf(by), bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const rest = bytes.subarray(nonceBytes + tagBytes);
  return Buffer.concat([opening.update(rest), opening.final()]).toString('utf8');
};

const keyOf = ({ secret, id, purpose }: SealedBy): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, id, JSON.stringify(purpose), 32));
