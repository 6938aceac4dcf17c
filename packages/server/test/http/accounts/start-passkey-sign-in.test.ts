import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addPasskey, namedUrl } from '../../support/add-passkey.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/auth/sign-in/passkey/options';

suite('start-passkey-sign-in', async () => {
  const server = await startServer({ after }, { PUBLIC_URL: namedUrl });

  test('200: a challenge of its own each time, which names no account and leaves no row', async () => {
    await addPasskey(await server.user('ada'));
    const used = () =>
      server.server.context.store.read.selectFrom('used_challenges').select('digest').execute();
    const before = (await used()).length;
    const [first, second] = [await server.anonymous.post(path), await server.anonymous.post(path)];
    assert.deepEqual(Object.keys(first.json).sort(), ['challenge', 'rpId', 'timeout', 'userVerification']);
    assert.deepEqual([first.json.rpId, first.json.userVerification], ['registry.example.org', 'required']);
    assert.notEqual(first.json.challenge, second.json.challenge);
    assert.equal((await used()).length, before);
  });
});
