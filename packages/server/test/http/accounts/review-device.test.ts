import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { minutes } from '../../support/clock.ts';
import { approve, requestCode, sendForm, waitAs } from '../../support/device.ts';
import { fromAddress } from '../../support/from-address.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('review-device', async () => {
  const server = await startServer({ after });
  const { anonymous } = server;
  const review = (user_code: string, headers: Record<string, string> = {}) =>
    sendForm(server, '/device', { user_code }, headers);

  test('200: who asks, from where, and what it may do; the code in any spelling', async () => {
    const { user_code } = await requestCode(server, '203.0.113.7');
    for (const typed of [user_code, user_code.toLowerCase(), ` ${user_code.replace('-', ' ')} `]) {
      const page = await review(typed);
      assert.equal(page.status, 200, page.text);
      for (const shown of [user_code, 'patchbay', '203.0.113.7', 'publish, change and delete']) {
        assert.ok(page.text.includes(shown), shown);
      }
    }
  });

  test('a program names itself by a word, and never in markup or a sentence', async () => {
    for (const client_id of [`<img src=x onerror=alert(1)>"'&amp;`, 'Your registry. Approve this.']) {
      assertRefused(await anonymous.post('/auth/device/code', { client_id }), 'invalid_request');
    }
    const { json } = await anonymous.post('/auth/device/code', { client_id: 'My_Host-1.2' });
    assert.ok((await review(json.user_code)).text.includes('<dd>My_Host-1.2</dd>'));
  });

  test('400: a form with too many fields', async () => {
    const fields = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`field-${index}`, '1']));
    const { status, text } = await sendForm(server, '/device', fields);
    assert.equal(status, 400);
    assert.match(text, /more than 100 fields/);
  });

  test('404: an unknown code, an expired one, and one that was decided read alike', async () => {
    const [expired, decided] = [await requestCode(server), await requestCode(server)];
    await waitAs(server, expired, minutes(10));
    await server.user('ada');
    await approve(server, decided, 'ada');
    const pages = [];
    for (const { user_code } of [{ user_code: 'BCDF-GHJK' }, expired, decided]) {
      const reply = await anonymous.post('/device', { user_code });
      assertRefused(reply, 'not_found');
      pages.push(reply.json.message);
    }
    assert.equal(new Set(pages).size, 1);
  });

  test('a browser gets errors as a page, a program in the common format', async () => {
    const page = await review('BCDF-GHJK');
    assert.equal(page.status, 404);
    assert.match(
      page.text,
      /<h1>This did not work<\/h1>[^]*No program waits with this code[^]*href="\/device"/,
    );
    const faulty = await sendForm(server, '/device/approve', { user_code: 'BCDF-GHJK', email: '<b>' });
    assert.equal(faulty.status, 400);
    assert.match(faulty.text, /<li>email must be an e-mail address<\/li>/);
    assertRefused(await review('BCDF-GHJK', { accept: 'application/json' }), 'not_found');
    assertRefused(await anonymous.get('/nodes/unknown', { accept: 'text/html' }), 'node_not_found');
  });

  test('403: a form of another page, which could hold a code that nobody typed', async () => {
    const { user_code } = await requestCode(server);
    const host = new URL(server.url).host;
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example.org' },
      { origin: 'null' },
      { origin: `https://evil.example.org/${host}` },
      { origin: `http://evil${host}` },
    ];
    for (const headers of foreign) {
      for (const path of ['/device', '/device/approve', '/device/deny']) {
        const reply = await sendForm(server, path, { user_code }, { ...headers, accept: '*/*' });
        assertRefused(reply, 'forbidden', JSON.stringify(headers));
      }
    }
    const own = [
      {},
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: server.url },
    ];
    for (const headers of own) assert.equal((await review(user_code, headers)).status, 200);
  });

  test('429: guesses at user codes from one address', async (t) => {
    const limited = await startServer(t, { RATE_LIMITS: 'on' });
    limited.clock.stop();
    const guess = (path: string, body: object = {}) =>
      limited.anonymous.post(path, { user_code: 'BCDF-GHJK', ...body }, fromAddress(1));
    for (let index = 0; index < 10; index += 1) {
      assertRefused(await guess('/device'), 'not_found');
      assertRefused(await guess('/device/deny'), 'not_found');
    }
    for (const [path, body] of [
      ['/device', {}],
      ['/device/deny', {}],
      ['/device/approve', { email: 'ada@example.org', password: 'correct horse battery' }],
    ] as const) {
      const refused = await guess(path, body);
      assertRefused(refused, 'rate_limited');
      assert.match(refused.json.message, /^Too many user codes from this address/);
    }
    const page = await sendForm(limited, '/device', { user_code: 'x' }, fromAddress(1));
    assert.deepEqual([page.status, page.headers.get('retry-after')], [429, '3']);
  });
});
