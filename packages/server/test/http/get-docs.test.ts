import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

suite('get-docs', () => {
  test('200: a page, and all that it loads comes from this server', async (t) => {
    const { anonymous } = await startServer(t);
    const page = await anonymous.get('/docs');
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    assert.equal(loaded.length, 3);
    for (const address of loaded) {
      assert.match(address, /^\/docs\//);
      const reply = await anonymous.get(address);
      assert.equal(reply.status, 200, address);
      assert.match(reply.headers.get('content-type') ?? '', address.endsWith('.css') ? /css/ : /javascript/);
    }
  });
});
