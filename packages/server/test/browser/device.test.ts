import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/axe.ts';
import { openPage } from '../support/browser.ts';
import { poll, requestCode } from '../support/device.ts';
import { handsOf } from '../support/hands.ts';
import { at, press, see, type } from '../support/journey.ts';
import { password, startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const coloursOf = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(({ color, backgroundColor }) => [color, backgroundColor])({
    color: getComputedStyle(document.body).color,
    backgroundColor: [document.documentElement, document.body]
      .map((element) => getComputedStyle(element).backgroundColor)
      .find((colour) => colour !== 'rgba(0, 0, 0, 0)'),
  })`);

suite('the pages of a device in a browser', async () => {
  const server = await startServer({ after });
  await server.user('ada');

  for (const theme of ['light', 'dark'] as const) {
    test(`are ${theme} for who chose so on the site, accessible, and fit at 400 %`, async (t) => {
      const page = await openPage(t, server.url, { theme: theme === 'light' ? 'dark' : 'light' });
      await page.goto('/status');
      const kept = page.waitForResponse('**/theme');
      await page.getByRole('button', { name: theme, exact: true }).click();
      await kept;
      await page.goto('/status');
      const chosen = await coloursOf(page);
      const { user_code } = await requestCode(server);
      const check = async (): Promise<void> => {
        assert.deepEqual(await coloursOf(page), chosen);
        await assertAccessible(page);
        await page.setViewportSize({ width: 320, height: 256 });
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320);
        await page.setViewportSize({ width: 1280, height: 800 });
      };
      await page.goto('/device');
      await check();
      await page.getByLabel('Code that the program shows').fill(user_code);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: 'Is this your program?' }).waitFor();
      await check();
      await page.getByRole('button', { name: 'Deny' }).click();
      await page.getByRole('heading', { name: 'Denied' }).waitFor();
      await check();
    });
  }

  test('lead to an approval by keyboard alone, also after a wrong password', async (t) => {
    const page = await openPage(t, server.url);
    const codes = await requestCode(server);
    const [, keyboard] = Object.entries(handsOf).find(([name]) => name.includes('keyboard')) ?? [];
    assert.ok(keyboard !== undefined);
    for (const step of [
      at('/device'),
      type('Code that the program shows', codes.user_code),
      press('button', 'Continue'),
      type('E-mail address', 'ada@example.org'),
      type('Password', 'a wrong horse'),
      press('button', 'Approve'),
      see('alert'),
    ])
      await step({ page, hands: keyboard(page) });
    assert.equal(await page.evaluate('document.activeElement.id'), 'password');
    for (const step of [type('Password', password), press('button', 'Approve'), see('heading', 'Approved')])
      await step({ page, hands: keyboard(page) });
    assert.equal((await poll(server, codes)).status, 200);
  });
});
