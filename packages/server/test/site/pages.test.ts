import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { site } from '@patchbay/web';
import { makePublisher, publishActive } from '../support/build.ts';
import { makeWebhook } from '../support/make-webhook.ts';
import { password, startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';
import { Visitor } from '../support/visitor.ts';

/** Of the parts of addresses; what a page has besides leads to a page that says that it is not there. */
const parts: Readonly<Record<string, string>> = {
  publisherId: 'ada',
  nodeId: 'upscaler',
  version: '1.0.0',
  pair: '1.0.0...1.1.0',
};

suite('all pages of the site', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishActive(server, ada, 'upscaler', '1.0.0');
  await makeWebhook(server, ada.owner, '/publishers/ada/webhooks', 'webhookId');
  const visitor = new Visitor(server.url);
  await visitor.send('/sign-in', { do: 'sign-in', email: 'owner-of-ada@example.org', password });
  const addresses = site.pages.map((page) => ({
    ...page,
    address: page.path.replaceAll(/:(\w+)/g, (_whole, name: string) => parts[name] ?? name),
  }));

  test('have the headers of pages, and say how long they may be kept', async () => {
    for (const { address, audience } of addresses) {
      const { headers, status } = await visitor.get(address);
      assert.ok(status < 500, address);
      if (headers.get('content-type')?.startsWith('text/html') !== true) continue;
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/, address);
      assert.match(policy, /base-uri 'none'; form-action 'self'; frame-ancestors 'none'/, address);
      assert.doesNotMatch(policy, /unsafe/, address);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', address);
      assert.equal(headers.get('referrer-policy'), 'same-origin', address);
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin', address);
      if (audience === 'person') {
        assert.equal(headers.get('cache-control'), 'no-store', address);
        assert.equal(headers.get('x-robots-tag'), 'noindex', address);
      }
    }
  });

  test('for anyone are the same for every visitor, and what is kept of them names no visitor', async () => {
    for (const { address, audience } of addresses) {
      if (audience !== 'anyone') continue;
      // In this order: first as somebody, then as anybody, who would get what was kept.
      const own = await visitor.get(address);
      const other = await new Visitor(server.url).get(address);
      const withoutRequest = (html: string): string => html.replaceAll(/Request [\w-]+/g, '');
      assert.equal(withoutRequest(other.html), withoutRequest(own.html), address);
      for (const { headers } of [own, other]) assert.equal(headers.get('set-cookie'), null, address);
      assert.doesNotMatch(own.html, /form_token|owner-of-ada@|Sign out/, address);
    }
  });

  test('for one person are never kept for another', async () => {
    for (const { address, audience } of addresses) {
      if (audience !== 'person') continue;
      const own = await visitor.get(address);
      const [again, other] = [await visitor.get(address), await new Visitor(server.url).get(address)];
      assert.equal(again.status, own.status, address);
      assert.equal(again.headers.get('etag'), null, address);
      assert.doesNotMatch(other.html, /owner-of-ada|Sign out/, address);
      if (address.startsWith('/account')) {
        assert.equal(own.status, 200, `${address}: ${own.html}`);
        assert.equal(other.status, 303, address);
        assert.ok(other.location?.startsWith('/sign-in?to='), address);
      }
    }
  });

  test('of a publisher are refused to all but its members', async () => {
    const eve = new Visitor(server.url);
    await eve.signUp('eve', password);
    for (const { address, path } of addresses) {
      if (!path.includes('/account/publishers/:')) continue;
      const { status, html } = await eve.get(address);
      assert.equal(status, 403, address);
      assert.doesNotMatch(html, /owner-of-ada|pbp_/, address);
    }
  });

  test('answer HEAD like GET, without a body; other methods are no pages', async () => {
    for (const { address } of addresses) {
      const get = await visitor.get(address);
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const head = await fetch(server.url + address, {
        method: 'HEAD',
        headers: { cookie },
        redirect: 'manual',
      });
      assert.equal(head.status, get.status, address);
      assert.equal(await head.text(), '', address);
      const wrong = await fetch(server.url + address, { method: 'DELETE', headers: { cookie } });
      assert.ok([404, 405].includes(wrong.status), `${address}: ${wrong.status}`);
    }
  });
});
