import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, suite, test } from 'node:test';
import { examine } from '../../../../src/doctor/examine.ts';
import { checks } from '../../../../src/doctor/index.ts';
import { makePublisher, publishActive } from '../../../support/build.ts';
import { backUp } from '../../../commands/backup/in-process.ts';
import { packagesOnS3 } from '../../../support/packages-on-s3.ts';
import { startServer } from '../../../support/start-server.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

suite('one object of S3 that cannot be read', async () => {
  const s3 = await packagesOnS3({ after });
  let fault: 403 | 500 | 'cut' | undefined;
  const front = createServer((asked, answer) => {
    const { hostname, port } = new URL(s3.endpoint);
    const { method, url: path = '', headers } = asked;
    const isHit = fault !== undefined && method === 'GET' && path.includes('/ada/lost/');
    if (isHit && fault !== 'cut') return void answer.writeHead(fault ?? 500).end();
    const beyond = request({ hostname, port, method, path, headers, setHost: false }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      if (isHit)
        reply.once('data', (part: Buffer) => answer.write(part.subarray(0, 50), () => answer.destroy()));
      else reply.pipe(answer);
    });
    beyond.on('error', () => answer.destroy());
    asked.pipe(beyond);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  after(() => {
    front.close();
    front.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const server = await startServer({ after }, { PACKAGES_URL: s3.url(url) });
  const { store, blobs, now } = server.server.context;
  const ada = await makePublisher(server, 'ada');
  for (const id of ['lost', 'kept']) await publishActive(server, ada, id, '1.0.0');

  test('a backup and the doctor name it, and go on with the others', async (t) => {
    for (const [kind, reason] of [
      [403, 'HTTP 403'],
      [500, 'HTTP 500'],
      ['cut', 'ECONNRESET'],
    ] as const) {
      fault = kind;
      const named = new RegExp(`ada/lost/\\S+ cannot be read \\(${reason}\\)`);
      const { faults, moved } = await backUp(server, await temporaryFolder(t));
      assert.equal(moved.copied, 1);
      assert.deepEqual(
        faults.map((one) => named.test(one)),
        [true],
        faults.join('\n'),
      );
      const registry = { engine: store.engine, blobs, now, pause: async () => {}, isQuick: false };
      const packages = checks.filter(({ name }) => name === 'packages');
      const [found] = await examine(registry, packages);
      assert.deepEqual(
        found?.faults.map(({ message }) => named.test(message)),
        [true],
      );
    }
    fault = undefined;
    assert.deepEqual((await backUp(server, await temporaryFolder(t))).faults, []);
  });
});
