import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { requestCode, sendForm } from '../../support/device.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('get-device-page', async () => {
  const server = await startServer({ after });

  test('200: a form that works without scripts, and cannot be framed', async () => {
    const page = await server.anonymous.get('/device?user_code=BCDF-GHJK');
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.match(page.text, /<form method="post" action="\/device"/);
    assert.equal(page.text.includes('value='), false, 'a code in the address is not taken over');
  });

  test('every page of the way runs nothing, loads one style sheet, and sends forms here only', async () => {
    const user = { email: 'ada@example.org', password: 'correct horse battery' };
    await server.user('ada');
    const [approved, denied] = [await requestCode(server), await requestCode(server)];
    const pages = [
      await server.anonymous.get('/device'),
      await sendForm(server, '/device', { user_code: approved.user_code }),
      await sendForm(server, '/device/approve', { user_code: approved.user_code, ...user }),
      await sendForm(server, '/device/deny', { user_code: denied.user_code }),
      await sendForm(server, '/device', { user_code: 'unknown' }),
    ];
    for (const { headers, text } of pages) {
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8', text);
      assert.equal(
        headers.get('content-security-policy'),
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      );
      assert.equal(headers.get('referrer-policy'), 'same-origin');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.has('set-cookie'), false);
      assert.doesNotMatch(text, /<script|<style|style=|\son\w+=|javascript:/);
      assert.deepEqual(text.match(/<link [^>]*>/g), ['<link rel="stylesheet" href="/pages.css" />']);
    }
    const styles = await server.anonymous.get('/pages.css');
    assert.equal(styles.headers.get('content-type'), 'text/css');
  });

  test('the style sheet is in the theme that was chosen on the site, and the page reads no cookie', async () => {
    const get = async (path: string, cookie: string) => {
      const reply = await fetch(server.url + path, { headers: { cookie } });
      return { reply, text: await reply.text() };
    };
    const schemeOf = async (cookie: string): Promise<string | undefined> => {
      const { reply, text } = await get('/pages.css', cookie);
      assert.match(reply.headers.get('vary') ?? '', /cookie/);
      assert.equal(reply.headers.get('cache-control'), 'private, no-cache');
      return /color-scheme: (.*);/.exec(text)?.[1];
    };
    assert.equal(await schemeOf('other=1'), 'light dark');
    assert.equal(await schemeOf('other=1; theme=dark'), 'dark');
    assert.equal(await schemeOf('theme=light'), 'light');
    assert.equal((await get('/device', 'theme=dark')).text, (await get('/device', 'other=1')).text);
  });
});
