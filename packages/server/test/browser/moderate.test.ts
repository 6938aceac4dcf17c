import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openPage } from '../support/browser.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

suite('moderating in a browser', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();

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
});
