import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { suite, test } from 'node:test';
import { openCli } from './support/open-cli.ts';

const failing =
  (code: string): typeof fetch =>
  async () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
  };

suite('a registry that cannot be reached', () => {
  for (const [code, sentence, next] of [
    [
      'ENOTFOUND',
      /registry\.example has a name that cannot be found \(ENOTFOUND\)/,
      /whether this machine is online/,
    ],
    [
      'ECONNREFUSED',
      /refused the connection: nothing listens there \(ECONNREFUSED\)/,
      /whether the registry runs/,
    ],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /has a certificate that cannot be trusted/, /NODE_EXTRA_CA_CERTS/],
    ['CERT_HAS_EXPIRED', /has a certificate that cannot be trusted/, /NODE_EXTRA_CA_CERTS/],
    ['UND_ERR_CONNECT_TIMEOUT', /something on the way blocks the connection/, /firewall/],
    ['ECONNRESET', /broke the connection off/, /Try again/],
    ['ESOMETHING', /https:\/\/registry\.example did not respond\./, /Check the address/],
  ] as const) {
    test(`${code} has a sentence of its own`, async (t) => {
      const cli = await openCli(t, { url: 'https://registry.example' });
      const { code: exit, stderr } = await cli.run(['show', 'x'], { context: { fetch: failing(code) } });
      assert.equal(exit, 6);
      assert.match(stderr, sentence);
      assert.match(stderr, next);
    });
  }

  test('a port where nothing listens, and a name that nobody has, as the system reports them', async (t) => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    for (const [url, code] of [
      [`http://127.0.0.1:${port}`, 'ECONNREFUSED'],
      ['http://nowhere.invalid', /ENOTFOUND|EAI_AGAIN/],
    ] as const) {
      const cli = await openCli(t, { url });
      const { stderr } = await cli.run(['show', 'x']);
      assert.match(stderr, new RegExp(code));
    }
  });
});
