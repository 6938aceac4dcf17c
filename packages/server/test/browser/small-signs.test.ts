import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openPage } from '../support/browser.ts';
import { makePublisher, publishActive } from '../support/build.ts';
import { measurePage } from '../support/site/measure-page.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

suite('what a page shows by small signs', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishActive(server, ada, 'upscaler', '1.0.0');

  test('results are marked as old while the next ones are on their way', async (t) => {
    const page = await openPage(t, server.url);
    await page.goto('/search');
    await page.locator('[data-ready]').waitFor({ state: 'attached' });
    const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
    await page.route('**/search?q=*', async (route) => {
      await arrival;
      await route.continue();
    });
    await page.getByRole('searchbox', { name: 'Search nodes' }).fill('nothing');
    await page.locator('#results[aria-busy=true]').waitFor();
    arrive();
    await page.locator('#results[aria-busy=false]').getByText('No node matches').waitFor();
  });

  test('words are suggested for a search for nodes alone', async (t) => {
    const page = await openPage(t, server.url, { session: (await server.moderator()).bearer });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/moderate/publishers');
    await page.getByLabel('Id of a publisher').fill('ada');
    // Longer than a person pauses before words are suggested.
    await page.waitForTimeout(500);
    await page.locator('#q').fill('upsc');
    await page.getByRole('option', { name: 'upscaler' }).waitFor();
    assert.deepEqual(
      asked.filter((path) => path.endsWith('/suggest')),
      ['/search/suggest'],
    );
  });

  test('who is signed in has the menu on a page for anyone, in whose place nothing else was', async (t) => {
    const page = await openPage(t, server.url, { session: ada.owner.bearer });
    await page.goto('/account');
    const { layoutShift } = await measurePage(page, '/n/upscaler');
    assert.equal(layoutShift, 0);
    await page.locator('header details.menu summary').click();
    for (const [role, name] of [
      ['link', 'Manage'],
      ['link', 'Publish version'],
      ['button', 'Sign out'],
    ] as const)
      await page.getByRole(role, { name, exact: true }).waitFor();
  });

  test('the menu of the account closes once the focus has left it', async (t) => {
    const page = await openPage(t, server.url, { session: ada.owner.bearer });
    await page.goto('/account');
    await page.goto('/search');
    const menu = page.locator('header details.menu');
    await menu.locator('summary').focus();
    await page.keyboard.press('Enter');
    assert.equal(await menu.getAttribute('open'), '');
    await page.locator('main a').first().focus();
    assert.equal(await menu.getAttribute('open'), null);
  });

  test('a dark page is printed in the light colours, without what is of no use on paper', async (t) => {
    const page = await openPage(t, server.url);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.goto('/n/upscaler');
    for (const part of ['header.top', 'footer.bottom', 'nav.tabs', 'button.copy'])
      assert.equal(await page.locator(part).first().isVisible(), false, part);
    assert.equal(await page.evaluate('getComputedStyle(document.documentElement).color'), 'rgb(29, 31, 33)');
  });

  test('a digest breaks into lines of equal length, at any width', async (t) => {
    for (const isPhone of [false, true]) {
      const page = await openPage(t, server.url, { isPhone });
      for (const path of ['/n/upscaler', '/n/upscaler/v/1.0.0/source']) {
        await page.goto(path);
        const digest = page.locator('dt:text-is("SHA-256") + dd code');
        assert.match(await digest.innerText(), /^[0-9a-f]{64}$/);
        // As text, because tests are checked without a browser's types.
        const widths = await page.evaluate(`(() => {
          const terms = [...document.querySelectorAll('dt')];
          const code = terms.find(({ textContent }) => textContent === 'SHA-256').nextElementSibling.firstChild;
          return [...code.getClientRects()].map(({ width }) => Math.round(width));
        })()`);
        assert.equal(new Set((widths as number[]).filter(Boolean)).size, 1, `${path}: ${String(widths)}`);
      }
    }
  });

  test('with text of twice the size, no page scrolls sideways on a phone', async (t) => {
    const page = await openPage(t, server.url, { isPhone: true });
    for (const path of ['/', '/search', '/n/upscaler', '/n/upscaler/v/1.0.0/source', '/sign-in', '/status']) {
      await page.goto(path);
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      assert.equal(width, 390, path);
    }
  });

  test('signs of colour alone stay where the visitor has chosen all colours', async (t) => {
    const page = await openPage(t, server.url, { session: ada.owner.bearer });
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto('/n/upscaler/v/1.0.0/source?file=__init__.py#L1');
    await page.locator('.line.chosen').waitFor();
    const styles = await page.evaluate(`(() => {
      const styleOf = (name, part) => getComputedStyle(document.querySelector(name), part);
      return [
        // What is drawn is not told, but what keeps it.
        styleOf('.brand', '::before').forcedColorAdjust,
        styleOf('.line.chosen').outlineStyle,
      ];
    })()`);
    assert.deepEqual(styles, ['none', 'solid']);
  });
});
