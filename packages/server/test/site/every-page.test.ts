import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { site } from '@patchbay/web';
import { assertPage } from '../support/site/assert-page.ts';
import { fillSite } from '../support/site/fill-site.ts';
import { exampleOf, sessionOf, siteExamples } from '../support/site-examples.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

suite('every page', async () => {
  const server = await startServer({ after });
  await fillSite(server);
  const paths = site.pages.map(({ path }) => path);
  /** No address twice: most pages have the same ones. */
  const followed = new Set<string>();

  for (const path of paths) {
    test(`${path} is whole, inert, bound by a strict policy, and its links lead somewhere`, async () => {
      const example = exampleOf(path);
      const session = await sessionOf(server, example);
      const headers = {
        accept: 'text/html',
        ...(session !== undefined && { cookie: `__Host-session=${session}` }),
      };
      // Addresses of pages have no names of a host.
      const shown = await fetch(server.url + example.address, { headers });
      const { status } = shown;
      const addresses = assertPage({ status, headers: shown.headers, text: await shown.text() });
      assert.ok(addresses.length > 0, 'it leads nowhere');
      for (const address of addresses) {
        // The samples of components are of nodes that nobody published.
        if (path === '/design' && address.startsWith('/n/')) continue;
        const followable = address.replace(/#.*/s, '');
        if (followed.has(followable)) continue;
        followed.add(followable);
        const reply = await fetch(server.url + followable, { headers, redirect: 'manual' });
        await reply.arrayBuffer();
        assert.ok(reply.status < 400, `${followable} answers ${reply.status}`);
      }
    });
  }

  test('every example is of a page', () => {
    assert.deepEqual(
      Object.keys(siteExamples).filter((path) => !paths.includes(path)),
      [],
    );
  });
});
