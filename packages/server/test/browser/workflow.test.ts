import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/axe.ts';
import { openPage } from '../support/browser.ts';
import { fillSite } from '../support/site/fill-site.ts';
import { hostileWorkflows } from '../support/site/hostile-workflows.ts';
import { sampleWorkflow } from '../support/site/sample-workflow.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const sample = JSON.stringify(sampleWorkflow);

suite('the page of a workflow in a browser', async () => {
  const server = await startServer({ after });
  await fillSite(server);

  const open = async (...args: Parameters<typeof openPage>): Promise<Page> => {
    const page = await openPage(...args);
    // The machine may be busy with other things.
    page.setDefaultTimeout(120_000);
    await page.goto('/workflow');
    await page.locator('.island[data-ready]').waitFor({ state: 'attached' });
    return page;
  };
  const choose = (page: Page, text: string | Buffer) =>
    page
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'workflow.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  const viewBox = (page: Page) => page.locator('.canvas svg').getAttribute('viewBox');

  test('by mouse: a chosen file, its nodes, its graph, the list to download', async (t) => {
    const page = await open(t, server.url);
    await choose(page, sample);
    await page.getByRole('rowheader', { name: 'image-tools' }).waitFor();
    await page.locator('.box').getByText('unknown').waitFor();
    await assertAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the list' }).click(),
    ]);
    const list = JSON.parse(await readFile(await download.path(), 'utf8'));
    assert.deepEqual([download.suggestedFilename(), list.unknown], ['workflow-nodes.json', ['Lost sampler']]);
    const whole = await viewBox(page);
    const canvas = await page.locator('.canvas').boundingBox();
    assert.ok(canvas !== null);
    await page.locator('.canvas').hover();
    await page.mouse.down();
    await page.mouse.move(canvas.x + 40, canvas.y + 40, { steps: 2 });
    await page.mouse.up();
    const moved = await viewBox(page);
    assert.notEqual(moved, whole);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    assert.notEqual(await viewBox(page), moved);
    await page.getByRole('button', { name: 'Show all' }).click();
    assert.equal(await viewBox(page), whole);
  });

  test('by keyboard alone, in dark: a pasted text, the graph moved and zoomed', async (t) => {
    const page = await open(t, server.url, { theme: 'dark' });
    await page.getByRole('textbox', { name: 'The workflow’s file' }).focus();
    await page.keyboard.insertText(sample);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'What it needs' }).waitFor();
    await assertAccessible(page);
    const graph = page.getByRole('group', { name: 'Graph' });
    await graph.focus();
    const whole = await viewBox(page);
    for (const key of ['ArrowRight', '+', 'ArrowDown', '-']) {
      const before = await viewBox(page);
      await page.keyboard.press(key);
      assert.notEqual(await viewBox(page), before, key);
    }
    await page.keyboard.press('0');
    assert.equal(await viewBox(page), whole);
  });

  test('by touch on a phone: one finger moves the graph, two zoom it, and the page is no wider', async (t) => {
    const page = await open(t, server.url, { isPhone: true });
    await choose(page, sample);
    await page.getByRole('heading', { name: 'What it needs' }).waitFor();
    await assertAccessible(page);
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 390);
    const canvas = page.locator('.canvas');
    await canvas.scrollIntoViewIfNeeded();
    const place = await canvas.boundingBox();
    assert.ok(place !== null);
    const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
    const fingers = await page.context().newCDPSession(page);
    /** How far left and right of the middle each finger is. */
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...sides: number[]) =>
      fingers.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: sides.map((side, id) => ({ x: x + side, y, id })),
      });
    const widthOf = (box: string | null) => Number(box?.split(' ')[2]);
    const begun = await viewBox(page);
    assert.ok(widthOf(begun) <= 390 / 0.6, 'its letters can be read');
    await touch('touchStart', 0);
    await touch('touchMove', 60);
    await touch('touchEnd');
    const moved = await viewBox(page);
    assert.notEqual(moved, begun);
    await touch('touchStart', -20, 20);
    await touch('touchMove', -20, 80);
    await touch('touchMove', -80, 80);
    await touch('touchEnd');
    assert.ok(widthOf(await viewBox(page)) < widthOf(moved) / 1.5, 'it is zoomed in');
    await page.getByRole('button', { name: 'Show all' }).tap();
    assert.ok(widthOf(await viewBox(page)) > widthOf(begun), 'all of it is shown');
  });

  test('dropped files: one that is too large is refused, the next is read', async (t) => {
    const page = await open(t, server.url);
    // Made in the page: 50 MB would take long to get there.
    const drop = (content: string) =>
      page.evaluate(`{
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([${content}], 'workflow.json'));
        document.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
      }`);
    await drop('new Uint8Array(50_000_000)');
    await page.getByRole('alert').getByText('too large').waitFor();
    await drop(JSON.stringify(sample));
    await page.getByRole('heading', { name: 'What it needs' }).waitFor();
  });

  test('hostile files are refused or bounded, and run nothing', async (t) => {
    const page = await open(t, server.url);
    for (const { name, text, says } of hostileWorkflows()) {
      await choose(page, text);
      await page.getByText(says).first().waitFor();
      const elements = await page.evaluate<number>("document.querySelectorAll('main *').length");
      assert.ok(elements < 60_000, `${name} makes ${elements} elements`);
    }
    assert.equal(await page.evaluate('globalThis.hacked'), undefined);
    assert.equal(await page.locator('main script').count(), 0);
  });

  test('a registry that does not answer is named, and the graph is drawn', async (t) => {
    const page = await open(t, server.url, { failing: /\/workflows\// });
    await page.route('**/workflows/resolve', (route) =>
      route.fulfill({ status: 400, json: { error: 'invalid_request', message: 'Not today.' } }),
    );
    await choose(page, sample);
    await page.getByRole('alert').getByText('Not today.').waitFor();
    assert.equal(await page.locator('.box').count(), 7);
  });
});
