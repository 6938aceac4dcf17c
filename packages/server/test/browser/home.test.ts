import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive } from '../support/build.ts';
import { openPage } from '../support/browser.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

suite('the home page', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishActive(server, ada, 'upscaler', '1.0.0');

  test('shows what is new', async (t) => {
    const page = await openPage(t, server.url, { hasScripts: false });
    await page.goto('/');
    await page.getByRole('region', { name: 'New' }).getByRole('link', { name: 'upscaler' }).waitFor();
  });

  test('finds a node without scripts', async (t) => {
    const page = await openPage(t, server.url, { hasScripts: false });
    await page.goto('/');
    await page.getByRole('searchbox', { name: 'Search nodes' }).fill('upscaler');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=upscaler');
    assert.equal(await page.getByRole('link', { name: 'upscaler' }).count(), 1);
  });

  test('keeps the chosen theme, also where the page was kept for others', async (t) => {
    const page = await openPage(t, server.url);
    await page.goto('/');
    await page.getByRole('button', { name: 'dark' }).click();
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    await page.goto('/search');
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    const other = await openPage(t, server.url);
    await other.goto('/search');
    assert.equal(await other.locator('html').getAttribute('data-theme'), null);
  });
});
