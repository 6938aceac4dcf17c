import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertAccessible } from '../support/axe.ts';
import { openPage } from '../support/browser.ts';
import { makePublisher, publishActive, publishFiles } from '../support/build.ts';
import { hostileReadmes } from '../support/hostile-readmes.ts';
import { nodeSource } from '../support/node-source.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const readme = `# Resize

Fits pictures. See the [guide](docs/guide.md), the [site](https://example.org) and [how to install](#install).

## Install

1. Install it:

   \`\`\`sh
   patchbay install resize
   \`\`\`
2. Restart.

| Mode | What it does |
|------|--------------|
| fit  | Keeps all    |

> It needs *numpy*. ![A picture](shot.png)
`;

const width = { width: ['INT', { default: 512 }] };

suite('the pages of versions', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishActive(server, ada, 'first', '1.0.0');
  await publishFiles(server, ada, 'resize', '1.0.0', { '__init__.py': nodeSource('Resize', width) });
  await publishFiles(server, ada, 'resize', '1.1.0', {
    '__init__.py': nodeSource('Resize', { mode: [['fit', 'fill']], ...width }),
    'README.md': readme,
    'docs/guide.md': '',
    'shot.png': '',
  });
  const paths = ['/n/resize/versions', '/n/resize/compare/1.0.0...1.1.0', '/n/resize/v/1.1.0/readme'];

  test('are accessible on a phone', async (t) => {
    const page = await openPage(t, server.url, { isPhone: true });
    for (const path of paths) {
      await page.goto(path);
      await assertAccessible(page);
      const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      assert.ok(wider <= 0, `${path} is wider than the screen`);
    }
  });

  test('lead from the timeline to a comparison and back, by keys alone and without scripts', async (t) => {
    const page = await openPage(t, server.url, { hasScripts: false });
    await page.goto('/n/resize/versions');
    await page.getByRole('link', { name: 'Compare with 1.0.0' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '1.0.0 → 1.1.0' }).waitFor();
    assert.equal(await page.getByRole('row', { name: /order of widgets breaking/ }).count(), 1);
    await page.getByRole('link', { name: 'Versions', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Versions', exact: true }).waitFor();
  });

  test('show a readme, whose links go where it says', async (t) => {
    const page = await openPage(t, server.url);
    await page.goto('/n/resize/v/1.1.0/readme');
    const hrefOf = (name: string) => page.getByRole('link', { name }).getAttribute('href');
    assert.equal(await hrefOf('guide'), '/n/resize/v/1.1.0/source?file=docs%2Fguide.md');
    assert.equal(await hrefOf('A picture'), '/n/resize/v/1.1.0/source?file=shot.png');
    assert.equal(await page.getByRole('link', { name: 'site' }).getAttribute('rel'), 'nofollow ugc noopener');
    await page.getByRole('link', { name: 'how to install' }).click();
    assert.equal(await page.locator(':target').innerText(), 'Install');
  });

  test('show hostile readmes as odd texts, and nothing else happens', async (t) => {
    const page = await openPage(t, server.url);
    for (const [index, [name, text]] of Object.entries(hostileReadmes).entries()) {
      await publishFiles(server, ada, `hostile-${index}`, '1.0.0', { '__init__.py': '', 'README.md': text });
      await page.goto(`/n/hostile-${index}/v/1.0.0/readme`);
      // As a visitor would who trusts it.
      for (const link of await page.locator('.readme a[href^="#"], .readme summary').all())
        await link.click();
      const found = await page.evaluate(`({
        hit: window.hit,
        isHere: location.pathname.endsWith('/readme'),
        isWhole: document.body.lastElementChild.className === 'bottom' && document.querySelectorAll('main').length === 1,
        isClobbered: document.location !== location || !(document.querySelectorAll instanceof Function),
        strange: document.querySelectorAll('.readme :is(script, style, svg, math, img, form, input, button, iframe, object, embed, base, meta, link, video, audio, [style], [class]:not(.quiet), [name], [onclick], [onload], [onerror], [data-src])').length,
        schemes: [...document.querySelectorAll('.readme a[href]')].every(({ protocol, rel, origin }) =>
          origin === location.origin || (/^(https?|mailto):$/.test(protocol) && rel === 'nofollow ugc noopener')),
        ids: [...document.querySelectorAll('.readme [id]')].every(({ id }) => id.startsWith('readme-')),
        isUnique: (ids => new Set(ids).size === ids.length)([...document.querySelectorAll('[id]')].map(({ id }) => id)),
        isStyled: getComputedStyle(document.querySelector('main')).display,
      })`);
      assert.deepEqual(
        found,
        {
          hit: undefined,
          isHere: true,
          isWhole: true,
          isClobbered: false,
          strange: 0,
          schemes: true,
          ids: true,
          isUnique: true,
          isStyled: 'flex',
        },
        name,
      );
    }
  });
});
