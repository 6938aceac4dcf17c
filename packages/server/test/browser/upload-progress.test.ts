import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer, request as send } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { after, suite, test, type TestContext } from 'node:test';
import { build } from 'esbuild';
import { openPage } from '../support/browser.ts';
import { makePublisher, publishPending, uniqueId, zip } from '../support/build.ts';
import { startServer } from '../support/start-server.ts';

/** What is between a page and the registry. */
interface Front {
  readonly url: string;
  /** Lets the bodies through of which it took only the beginning. */
  letGo(): void;
}

const anyOrigin = { 'access-control-allow-origin': '*' };

suite('uploads from a browser', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  // More than the buffers of the system hold.
  const large = await zip({ '__init__.py': '', 'data.bin': randomBytes(16 * 1024 ** 2) });
  const small = await zip({ '__init__.py': '' });
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@patchbay/client';", resolveDir: import.meta.dirname },
    bundle: true,
    format: 'iife',
    globalName: 'sdk',
    platform: 'browser',
    write: false,
  });
  const sdk = outputFiles[0]?.text ?? '';

  const pass = (from: IncomingMessage, to: ServerResponse): void => {
    const { host: _host, ...headers } = from.headers;
    const onward = send(server.url + from.url, { method: from.method, headers }, (reply) => {
      to.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(to);
    });
    // A page that ends an upload ends it for the registry too.
    onward.on('error', () => to.destroy());
    pipeline(from, onward).catch(() => to.destroy());
  };
  const startFront = async (t: TestContext): Promise<Front> => {
    const { promise: isOpen, resolve } = Promise.withResolvers<void>();
    const own: Readonly<Record<string, (to: ServerResponse) => unknown>> = {
      '/': (to) => to.writeHead(200, { 'content-type': 'text/html' }).end('<link rel="icon" href="data:,">'),
      '/large.zip': (to) => to.writeHead(200, anyOrigin).end(large),
      '/small.zip': (to) => to.writeHead(200, anyOrigin).end(small),
      '/worker.js': (to) => to.writeHead(200, { 'content-type': 'text/javascript' }).end(workerCode(sdk)),
      '/nodes/endless': neverEnd,
      '/endless': neverEnd,
    };
    const front = createServer((from, to) => {
      // A page of the front may have any other address.
      const blank = from.method === 'GET' ? own['/'] : undefined;
      const answer = from.method === 'OPTIONS' ? undefined : (own[from.url ?? ''] ?? blank);
      if (answer !== undefined) answer(to);
      else if (from.method === 'PUT') void isOpen.then(() => pass(from, to));
      else pass(from, to);
    });
    front.listen(0, '127.0.0.1');
    await once(front, 'listening');
    t.after(() => {
      front.close();
      front.closeAllConnections();
    });
    return { url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`, letGo: resolve };
  };
  const sign = async (front: Front): Promise<string> => {
    const { signedUrl } = await publishPending(ada, uniqueId('upload'), '1.0.0');
    return signedUrl.replace(server.url, front.url);
  };
  /** As text, because tests are checked without a browser's types. */
  const uploadCode = (
    front: Front,
    file: string,
    signedUrl: string,
    options: string,
  ): string => `(async () => {
    const { createClient, uploadPackage } = sdk;
    const bytes = await (await fetch('${front.url}/${file}')).blob();
    await uploadPackage(createClient({ url: '${front.url}' }), '${signedUrl}', bytes, ${options});
  })()`;

  test('a page of any origin sees how far an upload is while it is under way', async (t) => {
    const front = await startFront(t);
    const page = await openPage(t, front.url);
    const seen: number[] = [];
    await page.exposeFunction('report', (sent: number, total: number) => {
      assert.equal(total, large.length);
      seen.push(sent);
      if (sent > 0 && sent < total) front.letGo();
    });
    await page.evaluate(sdk);
    await page.evaluate(uploadCode(front, 'large.zip', await sign(front), '{ onProgress: report }'));
    assert.deepEqual([seen.at(0), seen.at(-1)], [0, large.length]);
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => a - b),
    );
    await server.settle();
  });

  test('a page learns why an upload was refused, and ends one by its signal', async (t) => {
    const front = await startFront(t);
    const page = await openPage(t, front.url);
    await page.evaluate(sdk);
    const signedUrl = await sign(front);
    const outcome = (url: string, options: string) =>
      page.evaluate(
        `${uploadCode(front, 'small.zip', url, options)}.then(() => 'done', ({ name, status, code, message }) => ({ name, status, code, message }))`,
      );
    const aborted = await outcome(
      signedUrl,
      `(() => {
        const ending = new AbortController();
        return { signal: ending.signal, onProgress: (sent) => sent > 0 && ending.abort(new Error('enough')) };
      })()`,
    );
    assert.partialDeepStrictEqual(aborted, { name: 'Error', message: 'enough' });
    front.letGo();
    const wrong = signedUrl.replace(/signature=.{4}/, 'signature=AAAA');
    // Its own status is no fault of a page.
    await page.goto(wrong);
    await page.evaluate(sdk);
    const refused = await outcome(wrong, '{ onProgress: () => {} }');
    assert.partialDeepStrictEqual(refused, { name: 'RegistryError', status: 403, code: 'forbidden' });
  });

  test('a page reads no more of a response than the client allows', async (t) => {
    const front = await startFront(t);
    front.letGo();
    const page = await openPage(t, front.url);
    await page.evaluate(sdk);
    const calls = [
      "sdk.getNode(client, { nodeId: 'endless' })",
      `sdk.uploadPackage(client, '${front.url}/endless', new Blob(['x']), { onProgress: () => {} })`,
    ];
    for (const call of calls) {
      const message = await page.evaluate(`(() => {
        const client = sdk.createClient({ url: '${front.url}', bytesMax: 100_000 });
        return ${call}.catch(({ name, message }) => name + ': ' + message);
      })()`);
      assert.match(String(message), /^IntegrityError: .* sent more than 100000 bytes\.$/);
    }
  });

  test('workers upload too; a service worker knows the beginning and the end', async (t) => {
    const front = await startFront(t);
    front.letGo();
    const page = await openPage(t, front.url);
    await page.goto('/');
    const workers = {
      worker: "new Worker('/worker.js')",
      service:
        "(await navigator.serviceWorker.register('/worker.js'), (await navigator.serviceWorker.ready).active)",
    };
    for (const [kind, worker] of Object.entries(workers)) {
      const call = uploadCode(
        front,
        'small.zip',
        await sign(front),
        '{ onProgress: (sent) => seen.push(sent) }',
      );
      const seen = (await page.evaluate(`(async () => {
        const { port1, port2 } = new MessageChannel();
        const worker = ${worker};
        return new Promise((resolve) => {
          port1.onmessage = ({ data }) => resolve(data);
          worker.postMessage(${JSON.stringify(call)}, [port2]);
        });
      })()`)) as number[];
      assert.deepEqual([seen.at(0), seen.at(-1)], [0, small.length], kind);
      if (kind === 'service') assert.equal(seen.length, 2);
    }
    await server.settle();
  });
});

/** Runs what it is sent and answers with what that put into `seen`, or with the error. */
const workerCode = (sdk: string): string => `${sdk}
addEventListener('message', async ({ data, ports: [port] }) => {
  globalThis.seen = [];
  try {
    await eval(data);
    port.postMessage(seen);
  } catch (error) {
    port.postMessage([String(error)]);
  }
});`;

const spaces = Buffer.alloc(64 * 1024, ' ');

const neverEnd = (to: ServerResponse): void => {
  const more = (): void => {
    while (!to.destroyed && to.write(spaces));
  };
  to.on('drain', more).writeHead(200, { 'content-type': 'application/json', ...anyOrigin });
  more();
};
