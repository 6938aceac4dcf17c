import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertAccessible } from '../support/axe.ts';
import { openPage } from '../support/browser.ts';
import { makePublisher, publishActive } from '../support/build.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

suite('moderating in a browser', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();

  test('by keyboard, a page for anyone leads a moderator to the queue', async (t) => {
    const page = await openPage(t, server.url, { session: moderator.bearer });
    await page.goto('/account');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/p/none');
    const menu = page.locator('header summary');
    await menu.waitFor();
    assert.ok(!asked.includes('/account/menu'), 'nothing is asked before it is needed');
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Moderate' }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('link', { name: 'Moderate' }).isVisible(), false);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.context().clearCookies();
    asked.length = 0;
    await page.goto('/p/none');
    assert.equal(await menu.count(), 0);
    await page.getByRole('link', { name: 'Account' }).hover();
    assert.ok(!asked.includes('/account/menu'), 'nobody else asks for it');
  });

  test('a user is banned with the mouse on a phone, without scripts, once the address is typed', async (t) => {
    const user = await server.user('mallory');
    const session = moderator.bearer;
    const page = await openPage(t, server.url, { session, isPhone: true, hasScripts: false });
    await page.goto('/moderate/users');
    await page.getByLabel('E-mail address of a user').fill('mallory@example.org');
    await page.getByRole('button', { name: 'Find' }).click();
    const form = page.getByRole('form', { name: 'Ban the user' });
    await form.getByLabel('Reason').fill('Spam.');
    await form.getByLabel('Type mallory@example.org').fill('someone');
    await form.getByRole('button').click();
    await page.getByRole('alert').waitFor();
    await form.getByLabel('Type mallory@example.org').fill('mallory@example.org');
    await form.getByRole('button').click();
    await page.getByRole('button', { name: 'Lift the ban' }).waitFor();
    assert.equal((await user.get('/users')).status, 401);
  });

  test('a node of a banned publisher leads to the ban that hides it, and can be banned itself', async (t) => {
    const mallory = await makePublisher(server, 'mallory');
    await publishActive(server, mallory, 'spam', '1.0.0');
    const status = 'PublisherStatusBanned';
    const banned = await moderator.put('/admin/publishers/mallory', { status, reason: 'Spam.' });
    assert.equal(banned.status, 200);
    const page = await openPage(t, server.url, { session: moderator.bearer });
    await page.goto('/moderate/nodes/spam');
    const lift = page.getByRole('button', { name: 'Lift the ban' });
    await page.getByText('Its publisher is banned').waitFor();
    assert.equal(await lift.count(), 0);
    await assertAccessible(page);
    const form = page.getByRole('form', { name: 'Ban the node' });
    await form.getByLabel('Reason for the ban').fill('Steals keys.');
    await form.getByRole('button').click();
    await page.waitForLoadState();
    await page.getByRole('link', { name: 'That ban' }).click();
    await page.getByLabel('Reason to lift the ban').fill('A mistake.');
    await lift.click();
    await page.getByRole('button', { name: 'Ban the publisher' }).waitFor();
    await page.goto('/moderate/nodes/spam');
    await lift.waitFor();
  });
});
