import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, suite, test } from 'node:test';
import { openPage } from './browser.ts';

/** Something that a page must not do, as a promise or not → the fault that the test it belongs to fails with. */
const deeds: Readonly<Record<string, readonly [deed: string, fault: RegExp]>> = {
  'runs a script against its policy': [
    "document.head.append(Object.assign(document.createElement('script'), { textContent: '1' }))",
    /Content Security Policy/,
  ],
  'is styled against its policy': [
    "document.body.setAttribute('style', 'color: red')",
    /Content Security Policy/,
  ],
  'writes to the console': ["console.log('here')", /here/],
  'throws later': ["setTimeout(() => { throw new Error('late') })", /late/],
  'leaves a promise refused': ["void Promise.reject(new Error('refused'))", /refused/],
  'calls another server': ["fetch('http://127.0.0.1:9/').catch(() => 0)", /it called http:\/\/127/],
  'loads what is not there': ["fetch('/missing').then((reply) => reply.text())", /404/],
};

suite('the faults of a page', () => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.setHeader('content-security-policy', "default-src 'none'; connect-src *; img-src data:");
    response.writeHead(request.url === '/' || request.url === '/other' ? 200 : 404);
    response.end('<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="data:,">');
  });
  let url = '';

  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  /** Does this in a page, or in a page that its page opened, and ends the test that it belongs to. */
  const end = async (deed: string, { at = '/', isInPopup = false } = {}): Promise<void> => {
    const ends: (() => Promise<void>)[] = [];
    const page = await openPage({ after: (fn) => void ends.push(fn as () => Promise<void>) }, url);
    await page.goto(at);
    const [other] = isInPopup
      ? await Promise.all([page.waitForEvent('popup'), page.evaluate("void window.open('/other')")])
      : [page];
    await other.waitForLoadState();
    await other.evaluate(`(async () => void (await (${deed})))()`);
    // Browsers report in order.
    await other.evaluate('new Promise((resolve) => setTimeout(resolve))');
    for (const fn of ends) await fn();
  };

  for (const [name, [deed, fault]] of Object.entries(deeds)) {
    test(`a page that ${name} fails its test`, async () => {
      await assert.rejects(end(deed), fault);
    });
  }

  test('so does a page that a page opened', async () => {
    await assert.rejects(end("console.log('here')", { isInPopup: true }), /here/);
  });

  test('a page that is meant to be an error does not', async () => {
    await end('0', { at: '/missing' });
  });
});
