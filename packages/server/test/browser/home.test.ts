import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertAccessible } from '../support/axe.ts';
import { makePublisher, publishActive } from '../support/build.ts';
import { openPage } from '../support/browser.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

suite('the home page', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishActive(server, ada, 'upscaler', '1.0.0');
  await publishActive(server, ada, 'upsampler', '1.0.0');

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

  test('suggests what one may mean while one types, for a keyboard, a pointer and screen readers', async (t) => {
    const page = await openPage(t, server.url);
    await page.goto('/');
    const list = page.getByRole('listbox', { name: 'Suggestions' });
    const options = list.getByRole('option');
    const marked = list.getByRole('option', { selected: true });
    await page.getByRole('searchbox', { name: 'Search nodes' }).pressSequentially('ups');
    const field = page.getByRole('combobox', { name: 'Search nodes', expanded: true });
    await field.waitFor();
    const [first = '', second = ''] = await options.allTextContents();
    assert.deepEqual([first, second].toSorted(), ['upsampler', 'upscaler']);
    await assertAccessible(page);

    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const markedNow = async (): Promise<string[]> => {
      assert.equal(
        await field.getAttribute('aria-activedescendant'),
        (await marked.count()) === 0 ? null : await marked.getAttribute('id'),
      );
      return marked.allTextContents();
    };
    assert.deepEqual(await markedNow(), []);
    await press('ArrowDown');
    assert.deepEqual(await markedNow(), [first]);
    await press('ArrowDown');
    assert.deepEqual(await markedNow(), [second]);
    await press('ArrowDown');
    assert.deepEqual(await markedNow(), [], 'behind the last one is the field');
    await press('ArrowUp');
    assert.deepEqual(await markedNow(), [second]);
    assert.equal(await field.inputValue(), 'ups', 'nothing is chosen yet');
    await press('Escape');
    await list.waitFor({ state: 'hidden' });
    const closed = page.getByRole('combobox', { name: 'Search nodes', expanded: false });
    assert.equal(await closed.inputValue(), 'ups', 'the words stay');

    await page.keyboard.type('c');
    await options.getByText('upscaler').waitFor();
    await press('ArrowDown', 'Enter');
    await page.waitForURL('**/search?q=upscaler');
    // From the header of another page, with a typo.
    await page.goto('/n/upscaler');
    await page.keyboard.press('/');
    await page.keyboard.type('upsmapler');
    await options.getByText('upsampler').click();
    await page.waitForURL('**/search?q=upsampler');
  });

  test('keeps the chosen theme, also where the page was kept for others', async (t) => {
    const page = await openPage(t, server.url);
    await page.goto('/');
    await page.getByRole('searchbox').fill('half a wo');
    const kept = page.waitForResponse('**/theme');
    await page.getByRole('button', { name: 'dark' }).click();
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    assert.equal(await page.getByRole('button', { name: 'dark' }).getAttribute('aria-pressed'), 'true');
    assert.equal(await page.getByRole('searchbox').inputValue(), 'half a wo', 'what was typed stays');
    await kept;
    await page.goto('/search');
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    const other = await openPage(t, server.url);
    await other.goto('/search');
    assert.equal(await other.locator('html').getAttribute('data-theme'), null);
  });
});
