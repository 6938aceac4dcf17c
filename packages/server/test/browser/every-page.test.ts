import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { site } from '@patchbay/web';
import { assertAccessible } from '../support/axe.ts';
import { openPage } from '../support/browser.ts';
import { fillSite } from '../support/site/fill-site.ts';
import { measurePage } from '../support/site/measure-page.ts';
import { exampleOf, sessionOf } from '../support/site-examples.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const budget = { requests: 5, scriptBytes: 30_000, dashboardScriptBytes: 90_000, styleBytes: 20_000 };
/** What rounding makes of places that stay. */
const shiftMax = 0.001;

// The pages are the same on both engines. A page is loaded twice here, with and without scripts.
suite(
  'every page in a browser',
  async () => {
    const server = await startServer({ after });
    await fillSite(server);

    for (const { path } of site.pages) {
      test(`${path} is accessible, within its budget, and readable without scripts`, async (t) => {
        const example = exampleOf(path);
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

        await assertAccessible(page);
        await page.emulateMedia({ colorScheme: 'dark' });
        await assertAccessible(page);
        await page.setViewportSize({ width: 390, height: 844 });
        await assertAccessible(page);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        assert.ok(width <= 390, `it is ${width} pixels wide on a phone`);

        const plain = await openPage(t, server.url, { session, hasScripts: false });
        await plain.goto(address);
        const main = plain.locator('main');
        assert.deepEqual(await main.getByRole('heading').allInnerTexts(), headings, 'without scripts');
      });
    }
  },
  { engine: 'sqlite' },
);
