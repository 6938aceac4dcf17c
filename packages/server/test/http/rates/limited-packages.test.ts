import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { rates } from '@patchbay/contract';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishPending, uniqueId } from '../../support/build.ts';
import { seconds } from '../../support/clock.ts';
import { dial, sendRaw } from '../../support/raw-http.ts';
import { startServer } from '../../support/start-server.ts';
import { until } from '../../support/until.ts';
import { suite } from '../../support/variants.ts';

suite('limited packages', async () => {
  // So large a package is refused without a process that reads it, when it says nothing of its length.
  const server = await startServer({ after }, { RATE_LIMITS: 'on', PACKAGE_BYTES_MAX: '1000' });
  server.clock.stop();
  const { anonymous } = server;
  const chunk = `3e9\r\n${'x'.repeat(1_001)}\r\n0\r\n\r\n`;
  const uploadTooMuch = (address: string) => {
    const { pathname, search, host } = new URL(address);
    return sendRaw(
      server.url,
      `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/zip\r\n` +
        `Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk}`,
    );
  };
  const open = async () => publishPending(await makePublisher(server, uniqueId('p')), uniqueId('n'), '1.0.0');

  test('429: one package more than a publisher may have refused; those of others are taken', async () => {
    const [mine, others] = [await open(), await open()];
    for (let refused = 0; refused < rates['refused-packages'].burst; refused += 1) {
      assertRefused(await uploadTooMuch(mine.signedUrl), 'package_too_large');
    }
    const limited = await anonymous.upload(mine.signedUrl, mine.bytes);
    assertRefused(limited, 'rate_limited');
    assert.equal(limited.headers.get('retry-after'), '12');
    assert.equal(
      limited.json.message,
      'Too many refused packages for this publisher: the limit is 5 a minute, 50 at once. Try again in 12 seconds.',
    );
    assert.equal((await anonymous.upload(others.signedUrl, others.bytes)).status, 200);
    server.clock.advance(seconds(12));
    assert.equal((await anonymous.upload(mine.signedUrl, mine.bytes)).status, 200);
    assert.equal((await anonymous.upload(mine.signedUrl, mine.bytes)).status, 200, 'it took no token');
  });

  test('an upload that is cut short does not count', async () => {
    const { signedUrl, bytes } = await open();
    const { pathname, search, host } = new URL(signedUrl);
    const head = `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/zip\r\n`;
    for (let cut = 0; cut < rates['refused-packages'].burst + 5; cut += 1) {
      const socket = dial(server.url);
      socket.write(`${head}Content-Length: 900\r\n\r\nx`);
      const { uploads } = server.server.context;
      await until(() => uploads.load.uploads === 1);
      socket.destroy();
      await until(() => uploads.load.uploads === 0);
    }
    assert.equal((await anonymous.upload(signedUrl, bytes)).status, 200);
  });
});
