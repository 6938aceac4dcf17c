import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addPasskey, namedUrl } from '../../support/add-passkey.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { Client } from '../../support/client.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/users/passkeys';

suite('list-passkeys', async () => {
  const server = await startServer({ after }, { PUBLIC_URL: namedUrl });

  test('200: their names and times, in the order in which they were added, and no keys', async () => {
    const ada = await server.user('ada');
    for (const name of ['Phone', 'Laptop']) await addPasskey(ada, name);
    const { passkeys } = (await ada.get(path)).json;
    assert.deepEqual(
      passkeys.map(({ name }) => name),
      ['Phone', 'Laptop'],
    );
    for (const passkey of passkeys)
      assert.deepEqual(Object.keys(passkey).sort(), ['created_at', 'id', 'name']);
    assert.deepEqual((await (await server.user('bob')).get(path)).json.passkeys, []);
  });

  test('401 and 403: nobody, and a token', async () => {
    const { token } = await makePublisher(server, 'grace');
    assertRefused(await server.anonymous.get(path), 'unauthenticated');
    assertRefused(await new Client(server.url, token).get(path), 'forbidden');
  });
});
