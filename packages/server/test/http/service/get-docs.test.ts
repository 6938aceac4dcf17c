import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

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

  test('200: the page and what it loads run nothing from elsewhere, and no other page has them in a frame', async (t) => {
    const { anonymous } = await startServer(t);
    for (const path of ['/docs', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js', '/docs/start.js']) {
      const { headers } = await anonymous.get(path);
      const policy = new Set(headers.get('content-security-policy')?.split('; '));
      for (const directive of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]) {
        assert.ok(policy.has(directive), `${path}: ${directive}`);
      }
      assert.equal(headers.get('referrer-policy'), 'no-referrer', path);
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin', path);
      assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', path);
    }
    const { text } = await anonymous.get('/docs');
    assert.doesNotMatch(
      text,
      /<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/,
      'nothing that the policy forbids',
    );
  });
});
