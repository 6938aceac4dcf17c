import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/axe.ts';
import { openPage } from '../support/browser.ts';
import { makePublisher, publishActive } from '../support/build.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

/** Counts what a page fetches at a time. */
const countRequests = `
  const send = window.fetch;
  const inFlight = new Set();
  window.inFlightMost = 0;
  window.fetch = (address, init) => {
    inFlight.add(init.signal);
    window.inFlightMost = Math.max(window.inFlightMost, inFlight.size);
    const end = () => inFlight.delete(init.signal);
    init.signal.addEventListener('abort', end);
    return send(address, init).finally(end);
  };
`;

suite('the search', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const hostile = '</loc><script>alert(1)</script>"\'&]]>';
  const nodes = [
    { id: 'upscaler', name: 'Upscaler', description: 'Makes pictures larger.' },
    { id: 'tile-upscaler', name: 'Tile upscaler', description: 'Makes pictures larger, tile by tile.' },
    { id: 'blender', name: 'Blender', supported_os: ['Linux'] },
    { id: 'strange', name: hostile, description: hostile.repeat(200) },
  ];
  for (const node of nodes) {
    await publishActive(server, ada, node.id, '1.0.0');
    const reply = await ada.owner.put(`/publishers/${ada.id}/nodes/${node.id}`, node);
    assert.equal(reply.status, 200, reply.text);
  }

  const found = (page: Page) => page.getByRole('status');
  const field = (page: Page) => page.getByRole('searchbox', { name: 'Search nodes' });
  /** Opens the search, ready for a person who types at once. */
  const openSearch = async (page: Page, query = ''): Promise<void> => {
    await page.goto(`/search${query}`);
    await page.locator('[data-ready]').waitFor({ state: 'attached' });
  };

  test('is accessible on a phone, with results and without', async (t) => {
    const page = await openPage(t, server.url, { isPhone: true });
    await openSearch(page, '?q=upscaler');
    await page.getByText('The same from a command line').click();
    await assertAccessible(page);
    await field(page).fill('nothing like it');
    await found(page).getByText('0 nodes').waitFor();
    await assertAccessible(page);
  });

  test('shows results as one types, marks the words, and writes them into the address', async (t) => {
    const page = await openPage(t, server.url);
    await openSearch(page);
    await field(page).pressSequentially('tile upsc');
    // What is typed slowly is searched for before it ends, and the first letters find one node too.
    await page.waitForURL('**/search?q=tile+upsc');
    assert.equal(await found(page).textContent(), '1 node');
    assert.deepEqual(await page.locator('#results mark').allTextContents(), [
      'Tile',
      'upsc',
      'tile',
      'upsc',
      'tile',
      'tile',
    ]);
    await page.reload();
    assert.equal(await field(page).inputValue(), 'tile upsc');
    assert.equal(await found(page).textContent(), '1 node');
  });

  test('filters and sorts, with the address as the only memory', async (t) => {
    const page = await openPage(t, server.url);
    await openSearch(page, '?q=tile');
    assert.deepEqual(await page.getByLabel('Sort by').locator('option').allTextContents(), ['Relevance']);
    await field(page).fill('');
    await found(page).getByText('4 nodes').waitFor();
    await page.getByLabel('Sort by').selectOption('Name');
    await page.waitForURL('**/search?sort=name');
    await page.getByLabel('Name of an app-node').fill('no such');
    await found(page).getByText('0 nodes').waitFor();
    await page.getByRole('link', { name: 'See all nodes' }).click();
    await page.waitForURL('**/search');
    assert.equal(await found(page).textContent(), '4 nodes');
  });

  test('is used by keyboard alone: slash, words, arrows, Escape, Enter', async (t) => {
    const page = await openPage(t, server.url);
    await page.goto('/');
    await page.keyboard.press('/');
    await page.keyboard.type('upscaler');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=upscaler');
    await page.locator('[data-ready]').waitFor({ state: 'attached' });
    await page.keyboard.press('/');
    const focused = () => page.evaluate('document.activeElement.textContent || document.activeElement.id');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 'Upscaler');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 'Tile upscaler');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 'Tile upscaler', 'it is the last');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    assert.equal(await focused(), 'q');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await found(page).getByText('4 nodes').waitFor();
    assert.deepEqual([await focused(), await field(page).inputValue()], ['q', '']);
    await page.keyboard.type('/unicorn');
    await found(page).getByText('0 nodes').waitFor();
    assert.equal(await field(page).inputValue(), '/unicorn', 'a slash is a character in a field');
    await field(page).fill('tile');
    await found(page).getByText('1 node', { exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    const opened = page.waitForRequest('**/n/tile-upscaler');
    await page.keyboard.press('Enter');
    await opened;
  });

  test('asks for nothing until something changes', async (t) => {
    const page = await openPage(t, server.url);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/search')) asked.push(request.url().slice(server.url.length));
    });
    await openSearch(page, '?page=2&sort=nothing');
    await field(page).fill('blender');
    await found(page).getByText('1 node', { exact: true }).waitFor();
    assert.deepEqual(
      asked.filter((path) => path.startsWith('/search')),
      ['/search?page=2&sort=nothing', '/search?q=blender'],
    );
  });

  test('has one request in flight, and never shows an older answer over a newer one', async (t) => {
    const page = await openPage(t, server.url);
    await page.addInitScript(countRequests);
    await openSearch(page);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/search?q=upscaler', async (route) => {
      await released;
      // The browser has given it up by now.
      await route.continue().catch(() => undefined);
    });
    const asked = page.waitForRequest('**/search?q=upscaler');
    await field(page).fill('upscaler');
    await asked;
    await field(page).fill('tile');
    await found(page).getByText('1 node', { exact: true }).waitFor();
    release();
    assert.equal(await page.evaluate('window.inFlightMost'), 1);
    assert.equal(await page.locator('#results h3').count(), 1);
  });

  test('works without scripts: words, filters, order and empty results', async (t) => {
    const page = await openPage(t, server.url, { hasScripts: false });
    await page.goto('/search');
    await page.getByLabel('Sort by').selectOption('Name');
    await page.getByLabel('Operating system').selectOption('Linux');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL('**/search?*sort=name*');
    assert.equal(await page.getByLabel('Operating system').inputValue(), 'linux');
    await field(page).fill('no such node');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Search without filters' }).click();
    await page.getByRole('link', { name: 'See all nodes' }).click();
    assert.equal(await found(page).textContent(), '4 nodes');
  });

  test('stays within the budget of a page: 5 requests, 30 kB of scripts, no layout shift', async (t) => {
    const page = await openPage(t, server.url);
    const sizes: Promise<number>[] = [];
    let requests = 0;
    page.on('request', () => (requests += 1));
    page.on('response', (response) => {
      if (!response.url().endsWith('.js')) return;
      sizes.push(response.body().then((body) => gzipSync(body).length));
    });
    await page.addInitScript(
      'window.shift = 0; new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shift += entry.value))).observe({ type: "layout-shift", buffered: true })',
    );
    await openSearch(page, '?q=upscaler');
    assert.ok(requests <= 6, `${requests} requests, with the icon`);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    assert.ok(bytes > 0 && bytes <= 30_000, `${bytes} bytes of scripts`);
    // A slow machine paints while it still reads the page, and the last words of a line move it by a few pixels.
    const shift = await page.evaluate<number>('window.shift');
    assert.ok(shift < 0.01, `the layout shifted by ${shift}`);
  });

  test('sends XML that parses, whatever nodes are called', async (t) => {
    const page = await openPage(t, server.url);
    await page.goto('/');
    for (const path of ['/sitemap.xml', '/sitemap-1.xml', '/opensearch.xml']) {
      const { text } = await server.anonymous.get(path);
      const root = await page.evaluate<string>(
        `new DOMParser().parseFromString(${JSON.stringify(text)}, 'application/xml').documentElement.outerHTML`,
      );
      assert.doesNotMatch(root, /parsererror/, path);
    }
  });
});
