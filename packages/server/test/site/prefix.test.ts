import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pino } from 'pino';
import { ConfigError, readConfig } from '../../src/config.ts';
import { createServer } from '../../src/server.ts';
import { makePublisher, publishPending } from '../support/build.ts';
import { requestCode } from '../support/device.ts';
import { makeData } from '../support/make-data.ts';
import { type TestServer, startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const prefix = '/registry';
const publicUrl = `https://example.org${prefix}`;
/** Far more than there are. */
const pagesMax = 1_000;
const browser = { accept: 'text/html,application/xhtml+xml' };

/** All addresses of a page on its own host, whatever they are for. */
const addressesIn = (html: string): string[] =>
  [...html.matchAll(/\s(?:href|src|action|data-src|content)="((?:https:\/\/example\.org)?\/[^"]*)"/g)].map(
    ([, address = '']) => address.replace('https://example.org', '').replaceAll('&amp;', '&'),
  );

/** The address of the upload has the prefix, too. */
const publish = async (server: TestServer, ada: Parameters<typeof publishPending>[0]): Promise<void> => {
  const { signedUrl, bytes } = await publishPending(ada, 'upscaler', '1.0.0');
  const own = signedUrl.replace(publicUrl, server.url + prefix);
  assert.equal((await server.anonymous.upload(own, bytes)).status, 200);
  await server.settle();
};

suite('a site below a prefix', async () => {
  const server = await startServer({ after }, { PUBLIC_URL: publicUrl });
  const ada = await makePublisher(server, 'ada');
  await publish(server, ada);
  const get = (path: string) => fetch(server.url + path, { headers: browser, redirect: 'manual' });
  const send = (path: string, fields: Record<string, string>, headers = {}) =>
    fetch(server.url + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
      headers,
    });

  test('no page has an address outside of it, and every one that it has is there', async () => {
    const seen = new Set([`${prefix}/`, `${prefix}/device`, `${prefix}/docs`]);
    const lost: string[] = [];
    for (const address of seen) {
      assert.ok(seen.size < pagesMax, 'the site has no end');
      const reply = await get(address);
      const text = await reply.text();
      const location = reply.headers.get('location');
      // To sign in, from a page for those who did.
      const isThere = reply.status === 200 || (reply.status === 303 && location?.startsWith(`${prefix}/`));
      if (!isThere) lost.push(`${reply.status} ${address}`);
      if (reply.headers.get('content-type')?.includes('text/html') !== true) continue;
      for (const found of addressesIn(text)) {
        assert.match(found, /^\/registry(?:[/?#]|$)/, `on ${address}`);
        const next = found.replace(/#.*/s, '');
        if (!next.endsWith('/theme')) seen.add(next);
      }
    }
    assert.deepEqual(lost, []);
  });

  test('a proxy may take the prefix away or leave it', async () => {
    for (const path of ['/', '/search?q=upscaler', '/nodes/upscaler', '/docs/start.js']) {
      const [left, taken] = await Promise.all([get(prefix + path), get(path)]);
      assert.deepEqual([left.status, taken.status], [200, 200], path);
      assert.equal(await left.text(), await taken.text(), path);
    }
    assert.equal((await get(prefix)).status, 200);
    assert.equal((await get(`${prefix}?q=1`)).status, 200);
    assert.equal((await get(`${prefix}ation/`)).status, 404);
  });

  test('a form leads on below it, and its cookie is for the site alone', async () => {
    const reply = await send(`${prefix}/theme`, { theme: 'dark', to: '/search' });
    assert.deepEqual([reply.status, reply.headers.get('location')], [303, `${prefix}/search`]);
    assert.match(reply.headers.get('set-cookie') ?? '', /, theme=dark; .*Path=\/registry;/);
  });

  test('the pages for devices stay below it', async () => {
    const { user_code } = await requestCode(server);
    const reply = await send('/device', { user_code });
    assert.equal(reply.status, 200);
    assert.deepEqual(addressesIn(await reply.text()), [
      `${prefix}/pages.css`,
      `${prefix}/`,
      `${prefix}/device/passkey`,
      `${prefix}/device/approve`,
      `${prefix}/device/deny`,
    ]);
    const wrong = await send('/device', { user_code: 'ZZZZ-ZZZZ' }, browser);
    assert.deepEqual(addressesIn(await wrong.text()), [
      `${prefix}/pages.css`,
      `${prefix}/`,
      `${prefix}/device`,
    ]);
  });

  test('the document of the interface says where it is', async () => {
    const { text } = await server.anonymous.get('/openapi.json');
    assert.deepEqual(JSON.parse(text).servers, [{ url: prefix }]);
  });

  test('a prefix that is an address of the registry is refused', async () => {
    const data = await makeData();
    const config = readConfig({ ...data.environment, PORT: '0', PUBLIC_URL: 'https://example.org/nodes' });
    const refused = await createServer(config, pino({ level: 'silent' }));
    await assert.rejects(
      refused.listen(),
      (error) => error instanceof ConfigError && error.message.startsWith('PUBLIC_URL has the path /nodes'),
    );
    await refused.close();
    await data.remove();
  });
});
