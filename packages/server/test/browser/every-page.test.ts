import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { site } from '@patchbay/web';
import { assertAccessible } from '../support/axe.ts';
import { openPage, pageOfSession } from '../support/browser.ts';
import { endingInReverse } from '../support/ending.ts';
import { openFaultProxy } from '../support/fault-proxy.ts';
import { someOf } from '../support/length.ts';
import { fillDesk } from '../support/site/fill-desk.ts';
import { fillSite } from '../support/site/fill-site.ts';
import { keepPicture } from '../support/site/keep-picture.ts';
import { measurePage } from '../support/site/measure-page.ts';
import { exampleOf, sessionOf, siteStates } from '../support/site-examples.ts';
import { startServer } from '../support/start-server.ts';
import { suiteOnSqlite } from '../support/variants.ts';

const budget = { requests: 5, scriptBytes: 30_000, dashboardScriptBytes: 90_000, styleBytes: 20_000 };
/** What rounding makes of places that stay. */
const shiftMax = 0.001;
const phone = { width: 390, height: 844 };
/** What a desktop of 1280 × 1024 has left at 400 % (WCAG 1.4.10). */
const enlarged = { width: 320, height: 256 };

// The pages are the same on both engines. A page is loaded twice here, with and without scripts.
suiteOnSqlite('every page in a browser', async () => {
  const ending = endingInReverse({ after });
  const server = await startServer(ending);
  await fillDesk(server, await fillSite(server));
  const plainPageOf = pageOfSession(ending, server.url, { isPhone: true, hasScripts: false });
  const states = Object.entries(siteStates);

  const names = [...site.pages.map(({ path }) => path), ...states.map(([name]) => name)];
  for (const [index, name] of names.entries()) {
    test(`${name} is accessible, within its budget, and readable without scripts`, async (t) => {
      const example = siteStates[name] ?? exampleOf(name);
      const { isDashboard = false, address } = example;
      const session = await sessionOf(server, example);
      const page = await openPage(t, server.url, { session });
      const { layoutShift, ...cost } = await measurePage(page, address);
      assert.ok(layoutShift <= shiftMax, `its layout shifts by ${layoutShift}`);
      const scriptBytes = isDashboard ? budget.dashboardScriptBytes : budget.scriptBytes;
      assert.ok(isDashboard || cost.requests <= budget.requests, JSON.stringify(cost));
      assert.ok(cost.scriptBytes <= scriptBytes, JSON.stringify(cost));
      assert.ok(cost.styleBytes <= budget.styleBytes, JSON.stringify(cost));
      const headings = await page.locator('main').getByRole('heading').allInnerTexts();

      const looks = someOf(['light', 'dark', 'phone'], index);
      if (looks.includes('light')) await assertAccessible(page);
      await keepPicture(page, name, 'light');
      await page.emulateMedia({ colorScheme: 'dark' });
      await keepPicture(page, name, 'dark');
      await page.evaluate("document.querySelectorAll('details').forEach((folded) => (folded.open = true))");
      if (looks.includes('dark')) await assertAccessible(page);
      await page.setViewportSize(phone);
      if (looks.includes('phone')) await assertAccessible(page);

      const plain = await plainPageOf(session);
      await plain.goto(address);
      const main = plain.locator('main');
      assert.deepEqual(await main.getByRole('heading').allInnerTexts(), headings, 'without scripts');
      const width = await plain.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(width <= phone.width, `it is ${width} pixels wide on a phone`);
      await keepPicture(plain, name, 'phone');
      await plain.setViewportSize(enlarged);
      const narrow = await plain.evaluate<number>('document.documentElement.scrollWidth');
      await plain.setViewportSize(phone);
      assert.ok(narrow <= enlarged.width, `it is ${narrow} pixels wide at 400 % on a desktop`);
    });
  }

  test('the tables of a document stay where they are while it comes in slowly', async (t) => {
    const proxy = await openFaultProxy(t, server.url);
    const page = await openPage(t, proxy.url);
    const { address } = exampleOf('/guide/:name');
    // Its styles are known already.
    await page.goto(address);
    proxy.set('slow');
    const { layoutShift } = await measurePage(page, address);
    assert.ok(layoutShift <= shiftMax, `its layout shifts by ${layoutShift}`);
  });
});
