import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Readme } from '@patchbay/contract';
import type { Page } from 'playwright-core';
import { findReadme, replaceReadme } from '../../src/store/rows/package-contents.ts';
import { assertAccessible } from '../support/axe.ts';
import { openPage } from '../support/browser.ts';
import { makePublisher, publishFiles } from '../support/build.ts';
import { makePng } from '../support/make-png.ts';
import { measurePage } from '../support/site/measure-page.ts';
import { startServer } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { suite } from '../support/variants.ts';

const text = `# Resize

Fits pictures. ![Before and after](docs/shot.png) [![Small](docs/shot.png)](https://example.org)

\`\`\`python
class Resize:  # a node
    WIDTH = 512
\`\`\`

\`\`\`nothing
left = as it is
\`\`\`

${'A paragraph that takes its room.\n\n'.repeat(80)}

- [x] Shrink
- [ ] Enlarge

> [!WARNING]
> It writes over files.

> [!TIP]
> Try it on a copy.

![Far below](docs/far.png)
`;

const shown = (page: Page, alt: string) => page.locator(`.readme img[alt="${alt}"]`);
suite('readmes with pictures and code', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishFiles(server, ada, 'resize', '1.0.0', {
    '__init__.py': '',
    'README.md': text,
    'docs/shot.png': makePng(900, 300),
    'docs/far.png': makePng(30, 30),
  });
  const address = '/n/resize/v/1.0.0/readme';

  for (const theme of ['light', 'dark'] as const) {
    for (const isPhone of [false, true]) {
      test(`are shown, accessible in ${theme}${isPhone ? ' on a phone' : ''}`, async (t) => {
        const page = await openPage(t, server.url, { theme, isPhone });
        await page.goto('/n/resize');
        await page.getByRole('heading', { name: 'Resize' }).last().scrollIntoViewIfNeeded();
        await shown(page, 'Before and after').waitFor();
        await page.locator('.readme pre').first().scrollIntoViewIfNeeded();
        await page.locator('.readme .hljs-keyword').first().waitFor();
        assert.equal(await page.getByRole('checkbox', { name: 'Done', disabled: true }).isChecked(), true);
        assert.equal(await page.getByRole('checkbox', { name: 'To do', disabled: true }).isChecked(), false);
        assert.match(await page.getByRole('note', { name: 'Warning' }).innerText(), /It writes over files/);
        await assertAccessible(page);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        assert.ok(width <= 0, 'the page is as wide as the window');
      });
    }
  }

  test('load what is seen, in a script within its budget, and nothing moves', async (t) => {
    const page = await openPage(t, server.url);
    const ranges: string[] = [];
    const scripts = new Set<string>();
    page.context().on('request', (request) => {
      const { range } = request.headers();
      if (range !== undefined) ranges.push(range);
      if (request.resourceType() === 'script') scripts.add(request.url());
    });
    await page.goto(address);
    await shown(page, 'Small').waitFor();
    await page.locator('.readme .hljs-keyword').first().waitFor();
    assert.equal(await page.evaluate(`document.querySelector('.readme img').naturalWidth`), 900);
    assert.equal(await shown(page, 'Far below').count(), 0, 'what is not seen is not read');
    assert.equal(ranges.length, 2);
    const codes = await page.locator('.readme pre code').allTextContents();
    assert.deepEqual(codes, ['class Resize:  # a node\n    WIDTH = 512\n', 'left = as it is\n']);
    const { layoutShift } = await measurePage(page, address);
    assert.ok(layoutShift <= 0.001, `the layout shifts by ${layoutShift}`);
    const bodies = await Promise.all([...scripts].map(async (url) => (await fetch(url)).bytes()));
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    assert.ok(scripts.size > 3 && bytes <= 30_000, `${bytes} bytes of scripts`);
    await page.locator('.picture').last().scrollIntoViewIfNeeded();
    await shown(page, 'Far below').waitFor();
    await page.getByRole('link', { name: 'Before and after' }).click();
    await page.waitForURL('**/source?file=docs%2Fshot.png');
  });

  test('are links with their words without scripts', async (t) => {
    const page = await openPage(t, server.url, { hasScripts: false });
    await page.goto(address);
    assert.equal(await page.locator('.readme svg:visible').count(), 0);
    await page.getByRole('link', { name: 'Small' }).waitFor();
    await page.getByText('class Resize:').waitFor();
    await page.getByRole('link', { name: 'Before and after' }).click();
    await page.getByRole('heading', { name: 'docs/shot.png' }).waitFor();
  });
});

suite('readmes whose pictures lie', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  type Picture = NonNullable<Readme['parts'][number]['picture']>;
  const bomb = makePng(1, 1);
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  const files = {
    '__init__.py': '',
    'a.png': makePng(200, 100),
    'page.png': '<!doctype html><script>window.hit = 1</script>',
    'drawing.png': '<svg xmlns="http://www.w3.org/2000/svg" onload="window.hit = 1"/>',
    'bomb.png': bomb,
    'cut.png': makePng(200, 100).subarray(0, 40),
  };
  const lies: readonly (readonly [of: string, lie: (picture: Picture) => Picture, says: RegExp])[] = [
    ['a.png', (picture) => ({ ...picture, sha256: '0'.repeat(64) }), /its SHA-256 differs/],
    ['a.png', (picture) => ({ ...picture, size: 5 }), /its size differs/],
    ['a.png', (picture) => ({ ...picture, packed_size: 2 ** 40 }), /not a picture/],
    ['a.png', (picture) => ({ ...picture, offset: picture.offset + 3 }), /cannot be unpacked|differs/],
    ['page.png', (picture) => picture, /not a picture/],
    ['drawing.png', (picture) => picture, /not a picture/],
    ['bomb.png', (picture) => picture, /not a picture/],
    ['cut.png', (picture) => picture, /not a picture/],
  ];

  test('show a note in the place of each, and nothing else happens', async (t) => {
    const readme = `${lies.map(([of], index) => `![of ${index}](${of})`).join(' ')} ![good](a.png)`;
    const versionId = await publishFiles(server, ada, 'liar', '1.0.0', { ...files, 'README.md': readme });
    const { json } = await server.anonymous.get('/nodes/liar/versions/1.0.0/files');
    const { store } = server.server.context;
    const honest = await findReadme(store.read, versionId);
    assert.ok(honest !== undefined);
    const pictures = honest.parts.filter(({ tag }) => tag === 'img');
    for (const [index, [of, lie]] of lies.entries()) {
      const listed = json.files.find(({ path }) => path === of);
      const { path: _path, ...place } = listed;
      const part = pictures[index];
      if (part !== undefined) part.picture = lie({ width: 200, height: 100, ...place });
    }
    await store.write({ actor: 'server' }, (tx) => replaceReadme(tx, versionId, honest));
    const page = await openPage(t, server.url);
    await page.goto('/n/liar/v/1.0.0/readme');
    await shown(page, 'good').waitFor();
    const notes = page.locator('.picture .words');
    await until(async () => (await page.locator('.picture .wrong').count()) === lies.length);
    for (const [index, [, , says]] of lies.entries()) {
      assert.match(await notes.nth(index).innerText(), new RegExp(`of ${index}[^]*${says.source}`));
    }
    assert.equal(await page.locator('.readme img').count(), 1);
    assert.equal(await page.evaluate('window.hit'), undefined);
  });
});
