import assert from 'node:assert/strict';
import { type KeyObject, createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { makeToken } from '../../../src/accounts/tokens.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { readOutbox } from '../../support/read-outbox.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const path = '/tokens/leaked';
const type = 'patchbay_personal_access_token';
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64');

suiteOnBoth('report-leaked-tokens', async () => {
  const [scanner, stranger, other] = [
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    generateKeyPairSync('ec', { namedCurve: 'secp384r1' }),
  ];
  const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' });
  let asked = 0;
  const host = createServer((_request, response) => {
    asked += 1;
    response.end(
      JSON.stringify({
        public_keys: [
          { key_identifier: 'one', key: pem(scanner.publicKey), is_current: true },
          { key_identifier: 'other', key: pem(other.publicKey), is_current: true },
        ],
      }),
    );
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  after(() => host.close());
  const keys = `http://127.0.0.1:${(host.address() as AddressInfo).port}/keys`;
  const server = await startServer({ after }, { SECRET_SCANNING_KEYS_URL: keys, OUTBOUND_PRIVATE: 'yes' });
  const ada = await makePublisher(server, 'ada');

  const makeOne = async (name: string): Promise<string> =>
    (await ada.owner.post('/publishers/ada/tokens', { name })).json.token;
  const isGood = async (token: string) =>
    (await server.anonymous.get('/tokens/current', { authorization: `Bearer ${token}` })).status === 200;
  const scan = (list: unknown, { id = 'one', by = scanner.privateKey, signed = JSON.stringify(list) } = {}) =>
    server.anonymous.post(path, list, {
      'github-public-key-identifier': id,
      'github-public-key-signature': sign('sha256', Buffer.from(signed), by).toString('base64'),
    });

  test('200: whoever holds a whole token ends it, without an account, and its owners are told once', async () => {
    const token = await makeOne('in a chat');
    const reply = await server.anonymous.post(path, { token });
    assert.deepEqual(
      [reply.status, reply.json],
      [200, [{ token_hash: hashOf(token), token_type: type, label: 'true_positive' }]],
    );
    assert.equal(await isGood(token), false);
    assert.equal((await server.anonymous.post(path, { token })).json[0]?.label, 'true_positive');
    const { changes } = (await ada.owner.get('/publishers/ada/audit')).json;
    assert.deepEqual(
      [changes[0]?.action, changes[0]?.token_name, changes[0]?.reason],
      ['token.revoked', 'in a chat', 'it leaked and was found by somebody who has it'],
    );
    const sent = await readOutbox(server, 'owner-of-ada@example.org');
    const told = sent.filter(({ text }) => /in a chat[^]*revoked at once/.test(text));
    assert.equal(told.length, 1);
    assert.ok(!JSON.stringify(sent).includes(token), 'no mail holds a token');
  });

  test('200: a scanner reports many at once, and learns which are ours', async () => {
    const [one, two] = [await makeOne('in a file'), await makeOne('in a log')];
    const { token: unknown } = makeToken();
    const broken = `${one.slice(0, -1)}${one.endsWith('0') ? '1' : '0'}`;
    const list = [one, unknown, broken, two, 'ghp_of_another', one].map((token) => ({
      token,
      type,
      url: 'https://github.com/octo-org/octo-repo/blob/main/.env?secret=x',
      source: 'content',
    }));
    const reply = await scan(list);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(
      reply.json.map(({ label }) => label),
      [
        'true_positive',
        'false_positive',
        'false_positive',
        'true_positive',
        'false_positive',
        'true_positive',
      ],
    );
    assert.deepEqual(
      reply.json.map(({ token_hash }) => token_hash),
      list.map(({ token }) => hashOf(token)),
    );
    assert.deepEqual([await isGood(one), await isGood(two)], [false, false]);
    const { changes } = (await ada.owner.get('/publishers/ada/audit')).json;
    assert.equal(
      changes[0]?.reason,
      'it leaked and was found at https://github.com/octo-org/octo-repo/blob/main/.env',
    );
    await scan([]);
    assert.equal(asked, 1, 'the keys are kept');
  });

  test('400: what is no whole token, no list of tokens, or too long a list', async () => {
    const token = await makeOne('kept');
    for (const body of [{}, { token: 1 }, { token: token.slice(0, -1) }, { token: 'pbp_' }, null, 'text']) {
      assertRefused(await server.anonymous.post(path, body), 'invalid_request', JSON.stringify(body));
    }
    assertRefused(await scan([{ type }]), 'invalid_request');
    assertRefused(await scan([null]), 'invalid_request');
    assertRefused(await scan(Array.from({ length: 101 }, () => ({ token }))), 'invalid_request');
    assert.equal(await isGood(token), true);
  });

  test('403: a list that the scanner did not sign, or signed otherwise', async () => {
    const token = await makeOne('signed for');
    const list = [{ token, type }];
    assertRefused(await server.anonymous.post(path, list), 'forbidden');
    assertRefused(await scan(list, { by: stranger.privateKey }), 'forbidden');
    assertRefused(await scan(list, { signed: '[]' }), 'forbidden');
    assertRefused(await scan(list, { id: 'other', by: other.privateKey }), 'forbidden');
    assertRefused(await scan(list, { id: 'unknown' }), 'forbidden');
    assert.equal(await isGood(token), true);
  });

  test('503: a scanner whose keys cannot be read; 403 where none is trusted', async (t) => {
    const settings = { SECRET_SCANNING_KEYS_URL: 'http://127.0.0.1:1/keys', OUTBOUND_PRIVATE: 'yes' };
    const poor = await startServer(t, settings);
    const signed = { 'github-public-key-identifier': 'one', 'github-public-key-signature': 'AA==' };
    assertRefused(await poor.anonymous.post(path, [], signed), 'unavailable');
    const alone = await startServer(t, { SECRET_SCANNING_KEYS_URL: 'none' });
    assertRefused(await alone.anonymous.post(path, [], signed), 'forbidden');
  });
});
