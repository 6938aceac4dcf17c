import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readHtml } from '../support/site/read-html.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

suite('the page of the design', async () => {
  const server = await startServer({ after });

  test('every text has a contrast of 4.5 or more in both themes, and no search engine lists it', async () => {
    const reply = await server.anonymous.get('/design');
    assert.equal(reply.headers.get('x-robots-tag'), 'noindex');
    const { text } = readHtml(reply.text);
    const rows = [...text.matchAll(/([\w-]+ on [\w-]+?)\s*Aa\s*([\d.]+)\s*Aa\s*([\d.]+)/g)];
    assert.ok(rows.length > 10);
    for (const [, pair, light, dark] of rows) {
      assert.ok(Number(light) >= 4.5 && Number(dark) >= 4.5, `${pair}: ${light}, ${dark}`);
    }
  });
});
