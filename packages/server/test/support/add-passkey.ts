import assert from 'node:assert/strict';
import type { Client } from './client.ts';
import { SoftwarePasskey } from './passkey.ts';

/** Where the servers of these tests say that they are: a passkey is for a name. */
export const namedUrl = 'https://registry.example.org';

/** Adds a passkey to the account of a session, as its person does. */
export const addPasskey = async (client: Client, name = 'Phone'): Promise<SoftwarePasskey> => {
  const options = await client.post('/users/passkey-options');
  assert.equal(options.status, 200, options.text);
  const passkey = new SoftwarePasskey(namedUrl);
  const reply = await client.post('/users/passkeys', { name, credential: passkey.create(options.json) });
  assert.equal(reply.status, 201, reply.text);
  return passkey;
};
