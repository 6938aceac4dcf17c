import assert from 'node:assert/strict';
import type { Client, Reply } from './client.ts';
import type { Issuer } from './open-issuer.ts';

/** A sign-in that came back from the provider: what the same browser completes it with. */
export interface Returned {
  flow: string;
  query: string;
}

/** Begins a sign-in and signs in at the provider. */
export const returnFrom = async (
  issuer: Issuer,
  client: Client,
  body: object = { purpose: 'sign-in' },
): Promise<Returned> => {
  const reply = await client.post('/auth/external/begin', body);
  assert.equal(reply.status, 200, reply.text);
  const { search } = await issuer.visit(reply.json.authorization_url);
  return { flow: reply.json.flow, query: search.slice(1) };
};

export const complete = (client: Client, returned: Returned): Promise<Reply> =>
  client.post('/auth/external/complete', returned);

/** Signs in with the provider as whom it says. */
export const signInWith = async (issuer: Issuer, client: Client, body?: object): Promise<Reply> =>
  complete(client, await returnFrom(issuer, client, body));
