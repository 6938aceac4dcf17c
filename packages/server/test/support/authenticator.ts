import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { Client } from './client.ts';
import { seconds } from './clock.ts';
import type { TestServer } from './start-server.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const bytesOf = (base32: string): Buffer => {
  const bits = base32
    .split('')
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** The six digits of an app at a time, by RFC 6238 and RFC 4226, section 5.3. */
export const digitsAt = (base32: string, at: Date): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)));
  const mac = createHmac('sha1', bytesOf(base32)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = (mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000;
  return String(number).padStart(6, '0');
};

export interface Authenticator {
  secret: string;
  recoveryCodes: readonly string[];
  /** A code that was not used, for which the clock of the server goes on. */
  next: () => string;
}

/** Gives the account of a session a second factor, as its person does. */
export const addAuthenticator = async (server: TestServer, client: Client): Promise<Authenticator> => {
  const { json, text, status } = await client.post('/users/second-factor/totp');
  assert.equal(status, 201, text);
  const { secret } = json;
  const next = (): string => {
    server.clock.advance(seconds(30));
    return digitsAt(secret, server.clock.now());
  };
  const reply = await client.post('/users/second-factor/totp/confirm', { code: next() });
  assert.equal(reply.status, 200, reply.text);
  return { secret, recoveryCodes: reply.json.recovery_codes, next };
};
