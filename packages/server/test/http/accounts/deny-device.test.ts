import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { approve, poll, requestCode, sendForm } from '../../support/device.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('deny-device', async () => {
  const server = await startServer({ after });

  test('200: the device gets no access, and nobody can approve it any more', async () => {
    await server.user('ada');
    const codes = await requestCode(server);
    const page = await sendForm(server, '/device/deny', { user_code: codes.user_code });
    assert.equal(page.status, 200, page.text);
    assert.match(page.text, /<h1>Denied<\/h1>/);
    assertRefused(await approve(server, codes, 'ada'), 'not_found');
    assertRefused(await poll(server, codes), 'access_denied');
  });

  test('404: a device that was approved is not denied', async () => {
    await server.user('bob');
    const codes = await requestCode(server);
    await approve(server, codes, 'bob');
    const { user_code } = codes;
    assertRefused(await server.anonymous.post('/device/deny', { user_code }), 'not_found');
    assertRefused(await server.anonymous.post('/device/deny', { user_code: 'unknown' }), 'not_found');
    assert.equal((await poll(server, codes)).status, 200);
  });
});
