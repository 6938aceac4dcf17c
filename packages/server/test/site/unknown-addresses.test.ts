import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../support/assert-refused.ts';
import { sendRaw } from '../support/raw-http.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

suite('unknown addresses', async () => {
  const server = await startServer({ after });
  const { anonymous } = server;

  test('404: a browser gets a page, which leads back', async () => {
    const { status, headers, text } = await anonymous.get('/no/such/page?q=1', browser);
    assert.equal(status, 404);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-robots-tag'), 'noindex');
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.match(text, /<h1>Not found<\/h1>/);
    assert.match(text, /href="\/"/);
    assert.match(text, /<input id="search-instead" name="q"/);
  });

  test('404: an id that is empty or only dots', async () => {
    const paths = ['', '.', '..', '%2e', '%2E.'].flatMap((id) => [
      `/n/${id}/`,
      `/n/${id}/versions.atom`,
      `/n/${id}/card.png`,
      `/n/nothing/v/${id}/source`,
      `/n/nothing/app-nodes/${id}/`,
      `/p/${id}/`,
      `/p/${id}/updates.atom`,
    ]);
    for (const path of paths) {
      const { status, text } = await sendRaw(
        server.url,
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept: text/html\r\n\r\n`,
      );
      assert.equal(status, 404, path);
      assert.doesNotMatch(text, /Something went wrong/, path);
    }
  });

  test('404: what the address holds is text', async () => {
    const { text } = await anonymous.get('/"><script>alert(1)</script>?"><script>alert(1)</script>', browser);
    assert.doesNotMatch(text, /<script>/);
  });

  test('404: a browser that opens the address of a form', async () => {
    const { status, text } = await anonymous.get('/sign-out', browser);
    assert.equal(status, 404);
    assert.match(text, /<h1>Not found<\/h1>/);
    assertRefused(await anonymous.get('/sign-out'), 'method_not_allowed');
  });

  test('404: a program gets the common format, and so does what a browser sends', async () => {
    assertRefused(await anonymous.get('/no/such/page'), 'not_found');
    assertRefused(await anonymous.get('/no/such/page', { accept: 'application/json' }), 'not_found');
    assertRefused(await anonymous.post('/no/such/page', {}, browser), 'not_found');
  });

  test('errors of the interface stay as they are for everyone', async () => {
    assertRefused(await anonymous.get('/nodes/nothing', browser), 'node_not_found');
    assertRefused(await anonymous.get('/bulk/nodes/versions', browser), 'method_not_allowed');
  });
});
