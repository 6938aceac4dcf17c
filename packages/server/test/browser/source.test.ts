import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { ListedFile } from '@patchbay/inspect';
import { assertAccessible } from '../support/axe.ts';
import { openPage } from '../support/browser.ts';
import { makePublisher, publishFiles, publishPending, zip } from '../support/build.ts';
import { lieAboutFiles } from '../support/lie-about-files.ts';
import { startServer } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { suite } from '../support/variants.ts';

const python = `"""Blurs."""\n${'\n'.repeat(40)}class Blur:\n    RADIUS = 3  # pixels\n`;
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const files = {
  '__init__.py': 'from .nodes.blur import Blur\n\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n',
  'nodes/blur.py': python,
  'data/weights.bin': 'x\u0000y',
  'large.csv': Array.from(
    { length: 200_000 },
    (_, index) => `${(index * 2_654_435_761) % 4_294_967_296}\n`,
  ).join(''),
  'pixel.png': pixel,
  'script.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>\n',
  'hostile.js': '// </script><script>alert(1)</script> <img src=x onerror=alert(1)>\n',
};

/** Evaluated in the page: by how much of it what was seen has moved. */
const layoutShift = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0))).observe({
    type: 'layout-shift',
    buffered: true,
  });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(0))));
})`;

suite('the source of a package', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishFiles(server, ada, 'blur', '1.0.0', files);
  const { 'hostile.js': _gone, ...others } = files;
  await publishFiles(server, ada, 'blur', '1.1.0', {
    ...others,
    'nodes/blur.py': python.replace('RADIUS = 3', 'RADIUS   = 3').replace('Blurs', 'Blurs a picture'),
    'new.json': '{ "one": [1, true] }\n',
  });
  const source = '/n/blur/v/1.0.0/source';
  const diff = '/n/blur/diff/1.0.0...1.1.0';

  for (const [theme, isPhone] of [
    ['light', true],
    ['dark', false],
  ] as const) {
    test(`is shown and compared, accessible in ${theme}${isPhone ? ' on a phone' : ''}`, async (t) => {
      const page = await openPage(t, server.url, { theme, isPhone });
      await page.goto(`${source}?file=nodes/blur.py#L42-L43`);
      await page.locator('.hljs-keyword', { hasText: 'class' }).waitFor();
      assert.equal(await page.locator('.chosen').count(), 2);
      await assertAccessible(page);
      // The tabs are wider than a phone, and the page is opened at its lines.
      const tab = await page.locator('.tabs [aria-current]').boundingBox();
      assert.ok(tab !== null && tab.x >= 0 && tab.x + tab.width <= (isPhone ? 390 : 1280), 'the tab is seen');
      const topsOf = (selector: string) =>
        page.evaluate<number[]>(
          `[...document.querySelectorAll('${selector}')].map((one) => one.getBoundingClientRect().top)`,
        );
      assert.equal(new Set(await topsOf('.tabs a')).size, 1, 'the tabs are one row');
      const [[code = 0], [tree = 0]] = [await topsOf('.file'), await topsOf('.tree')];
      assert.ok(!isPhone || code < tree, 'on a phone the code comes before the files');
      await page.goto(`${diff}?file=nodes/blur.py`);
      await page.getByRole('deletion').first().waitFor();
      await assertAccessible(page);
    });
  }

  test('is found by keyboard alone: words, the line they are in, and another line', async (t) => {
    const page = await openPage(t, server.url);
    await page.goto(source);
    const field = page.getByRole('searchbox', { name: 'Find in the source' });
    await field.focus();
    await page.keyboard.type('radius');
    await page.keyboard.press('Enter');
    await page.getByText('1 line in the files').waitFor();
    await page.getByRole('checkbox', { name: 'Match case' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.getByText('No line holds this text').waitFor();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'nodes/blur.py, line 43' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/source?file=nodes%2Fblur.py#L43');
    await page.locator('#L43.chosen').waitFor();
    await page.getByRole('textbox', { name: 'Go to line' }).focus();
    await page.keyboard.type('1-2');
    await page.keyboard.press('Enter');
    await page.locator('#L2.chosen').waitFor();
    assert.equal(new URL(page.url()).hash, '#L1-L2');
  });

  test('lines are chosen by mouse', async (t) => {
    const page = await openPage(t, server.url);
    await page.goto(`${source}?file=nodes/blur.py`);
    await page.locator('#L2 a').click();
    await page.locator('#L4 a').click({ modifiers: ['Shift'] });
    await page.locator('#L3.chosen').waitFor();
    assert.equal(new URL(page.url()).hash, '#L2-L4');
  });

  test('a file that is no text is a picture, or only its size and digest', async (t) => {
    const page = await openPage(t, server.url);
    await page.goto(`${source}?file=data/weights.bin`);
    await page.getByText('The file is binary').waitFor();
    await page.goto(`${source}?file=pixel.png`);
    await until(
      async () => (await page.evaluate(`document.querySelector('img.picture')?.naturalWidth`)) === 1,
    );
    await page.goto(`${source}?file=script.svg`);
    await page.getByText('<script>alert(1)</script>').waitFor();
    await page.goto(`${source}?file=hostile.js`);
    await page.locator('.hljs-comment').waitFor();
    await page.goto(`${source}?file=large.csv`);
    await page.getByText('too large to be shown').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save this file' }).click();
    const saved = await download;
    assert.equal(saved.suggestedFilename(), 'large.csv');
    assert.equal(await readFile(await saved.path(), 'utf8'), files['large.csv']);
  });

  test('a comparison folds what is the same, and can pass over spaces', async (t) => {
    const page = await openPage(t, server.url);
    await page.goto(diff);
    await page.getByRole('navigation', { name: 'Files that differ' }).getByRole('link').first().click();
    const rows = page.getByRole('row');
    await page.getByRole('insertion').filter({ hasText: 'RADIUS' }).waitFor();
    const folded = await rows.count();
    await page.getByRole('button', { name: /^Show \d+ unchanged lines$/ }).click();
    assert.ok((await rows.count()) > folded + 30);
    await page.getByRole('checkbox', { name: 'Ignore spaces' }).check();
    await page.getByRole('insertion').filter({ hasText: 'RADIUS' }).waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('insertion').count(), 1);
    await page.goto(`${diff}?file=new.json`);
    await page.getByRole('insertion').waitFor();
    await page.goto(`${diff}?file=hostile.js`);
    await page.getByRole('deletion').waitFor();
  });

  test('the list is read without scripts', async (t) => {
    const page = await openPage(t, server.url, { hasScripts: false });
    await page.goto(source);
    const list = page.getByRole('navigation', { name: 'Files' });
    assert.equal(await list.getByRole('link').count(), 9);
    await list.getByRole('link', { name: 'blur.py' }).click();
    await page.getByRole('heading', { name: 'nodes/blur.py' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Find' }).count(), 0);
    await page.getByText('Without scripts, download the package').waitFor();
    await page.goto(diff);
    await page.getByRole('heading', { name: 'Added' }).waitFor();
  });

  test('the scripts are few, nothing moves, and no install is counted', async (t) => {
    const page = await openPage(t, server.url);
    const scripts = new Set<string>();
    page.context().on('request', (request) => {
      if (request.url().endsWith('.js')) scripts.add(request.url());
    });
    await page.goto(`${source}?file=nodes/blur.py`);
    await page.locator('.hljs-keyword').first().waitFor();
    const shift = await page.evaluate(layoutShift);
    assert.equal(shift, 0);
    const sizes = await Promise.all(
      [...scripts].map(async (url) => gzipSync(await (await fetch(url)).bytes()).length),
    );
    assert.ok(scripts.size > 3, 'the worker and its language count');
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(bytes <= 90_000, `${bytes} bytes of scripts`);
    await server.server.context.downloads.flush();
    assert.equal((await server.anonymous.get('/nodes/blur')).json.downloads, 0);
  });
});

suite('a list of files that lies', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const lies: Readonly<Record<string, readonly [lie: (file: ListedFile) => ListedFile, says: RegExp]>> = {
    digest: [([a, b, c, d, e]) => [a, b, c, d, e, 'x'.repeat(43)], /its SHA-256 differs/],
    'smaller size': [([a, , ...rest]) => [a, 5, ...rest], /its size differs/],
    'larger size': [([a, , ...rest]) => [a, 10_000, ...rest], /its size differs/],
    'place within': [([a, b, c, d, ...rest]) => [a, b, c, d + 3, ...rest], /cannot be unpacked|differs/],
    'packed size': [([a, b, , ...rest]) => [a, b, 2 ** 40, ...rest], /no such bytes/],
    method: [([a, b, c, d, , f]) => [a, b, c, d, 0, f], /its size differs/],
  };

  test('is refused in the page, which shows nothing of the file', async (t) => {
    const page = await openPage(t, server.url);
    for (const [index, [name, [lie, says]]] of Object.entries(lies).entries()) {
      const version = `1.0.${index}`;
      const content = `print("secret")\n`.repeat(20);
      const versionId = await publishFiles(server, ada, 'liar', version, { '__init__.py': content });
      await lieAboutFiles(server, versionId, (list) => list.map(lie));
      await page.goto(`/n/liar/v/${version}/source?file=__init__.py`);
      await page.getByRole('alert').filter({ hasText: says }).waitFor();
      assert.equal(await page.getByText('secret').count(), 0, name);
    }
  });
});

suite('packages at another origin, in a browser', () => {
  test('are read from there', async (t) => {
    const bytes: Buffer[] = [];
    const asked: (string | undefined)[] = [];
    const store = createServer((request, response) => {
      asked.push(request.headers.range);
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', 'range');
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      if (first === undefined) response.end();
      else response.writeHead(206).end(Buffer.concat(bytes).subarray(Number(first), Number(last) + 1));
    });
    await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
    t.after(() => store.close());
    const { port } = store.address() as AddressInfo;
    const server = await startServer(t, { PACKAGES_PUBLIC_URL: `http://127.0.0.1:${port}` });
    const ada = await makePublisher(server, 'ada');
    const { signedUrl } = await publishPending(ada, 'blur', '1.0.0');
    bytes.push(Buffer.from(await zip(files)));
    assert.equal((await server.anonymous.upload(signedUrl, new Uint8Array(bytes[0] ?? []))).status, 200);
    await server.settle();
    const page = await openPage(t, 'http://127.0.0.1');
    await page.goto(`${server.url}/n/blur/v/1.0.0/source?file=nodes/blur.py`);
    await page.locator('.hljs-keyword').first().waitFor();
    assert.ok(asked.some((range) => range !== undefined));
  });
});
