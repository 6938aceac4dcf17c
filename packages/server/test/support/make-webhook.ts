import { makeSecret, sealSecret } from '../../src/webhooks/secrets.ts';
import type { TestServer } from './start-server.ts';
import assert from 'node:assert/strict';
import type { Client } from './client.ts';

/** Makes a webhook with an id that tests know, whose receiver is not there. */
export const makeWebhook = async (
  { server: { context } }: Pick<TestServer, 'server'>,
  caller: Client,
  path: '/admin/webhooks' | `/publishers/${string}/webhooks`,
  id: string,
): Promise<void> => {
  const url = 'https://localhost:65535/hooks';
  const made = await caller.post(path, { url, description: 'Chat', events: ['version.checked'] });
  assert.equal(made.status, 201, made.text);
  const sealed = sealSecret(context.config.SECRET, id, makeSecret());
  await context.store.write({ actor: 'server' }, async ({ db }) => {
    await db
      .updateTable('webhooks')
      .set({ id, sealed_secret: sealed })
      .where('id', '=', made.json.id)
      .execute();
  });
};
