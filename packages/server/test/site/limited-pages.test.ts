import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fromAddress } from '../support/from-address.ts';
import { sendMany } from '../support/send-many.ts';
import { postForm } from '../support/site/post-form.ts';
import { password, startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';
import { Visitor } from '../support/visitor.ts';

const asPerson = { accept: 'text/html' };

suite('limited pages', async () => {
  const server = await startServer({ after }, { RATE_LIMITS: 'on' });
  server.clock.stop();
  const get = (path: string, host: number) =>
    server.anonymous.get(path as `/${string}`, { ...asPerson, ...fromAddress(host) });
  const left = ({ headers }: { headers: Headers }): string | null => headers.get('ratelimit');
  const leftAfter = (tokens: number): string => `"reads";r=${10_000 - tokens};t=1`;

  test('a page that is drawn takes a token, one for an unknown address too; a kept one takes none', async () => {
    assert.equal(left(await get('/sign-in', 1)), leftAfter(1));
    assert.equal(left(await get('/no-such-page', 2)), leftAfter(1));
    const drawn = await get('/workflow', 3);
    assert.deepEqual([drawn.status, left(drawn)], [200, leftAfter(1)]);
    const kept = await get('/workflow', 3);
    assert.deepEqual([kept.status, left(kept)], [200, null]);
    const style = /href="([^"]+\.css)"/.exec(drawn.text)?.[1] ?? '';
    const file = await get(style, 3);
    assert.deepEqual([file.status, left(file)], [200, null], style);
  });

  test('a form takes as many as it costs, or as its fields are long', async () => {
    const costs = [
      [1, '/theme', { theme: 'dark' }],
      [10, '/workflow', { workflow: '{' }],
      [10, '/workflow', { workflow: 'x'.repeat(160 * 1024 - 8) }],
      [11, '/workflow', { workflow: 'x'.repeat(160 * 1024 - 7) }],
    ] as const;
    for (const [index, [cost, path, fields]] of costs.entries()) {
      const reply = await postForm(server, path, fields, fromAddress(10 + index));
      assert.equal(left(reply), leftAfter(cost), String(index));
    }
  });

  test('429: too many pages and forms from one address; no other, and no moderator, is refused', async () => {
    const moderator = new Visitor(server.url);
    const signedIn = await moderator.send(
      '/sign-in',
      { do: 'sign-in', email: 'moderator@example.org', password },
      fromAddress(20),
    );
    assert.equal(signedIn.status, 303, signedIn.html);
    const here = fromAddress(21);
    await sendMany(1_000, () => server.anonymous.get('/nodes/search?limit=none', here));
    for (const reply of [
      await get('/sign-in', 21),
      await get('/workflow?again', 21),
      await postForm(server, '/workflow', { workflow: '{}' }, here),
    ]) {
      assert.equal(reply.status, 429, reply.text);
      assert.match(reply.text, /<p>Too many reads from this address: .* Try again in 1 second/);
      assert.ok(reply.headers.has('retry-after'));
    }
    const unknown = await get('/no-such-page', 21);
    assert.equal(unknown.status, 429, unknown.text);
    assert.equal((await get('/sign-in', 22)).status, 200);
    const account = await moderator.get('/moderate', { ...asPerson, ...here });
    assert.equal(account.status, 200, account.html);
  });
});
