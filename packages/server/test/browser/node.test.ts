import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertAccessible } from '../support/axe.ts';
import { openPage } from '../support/browser.ts';
import { makePublisher, publishFiles } from '../support/build.ts';
import { days } from '../support/clock.ts';
import { fromAddress } from '../support/from-address.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const python = `
class Sampler:
    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {"model": ("MODEL",), "steps": ("INT", {"default": 20}), "how": (["euler", "heun"],)},
            "optional": {"mask": ("MASK",)},
        }
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("previews",)
    OUTPUT_IS_LIST = (True,)
    EXPERIMENTAL = True
    FUNCTION = "sample"

NODE_CLASS_MAPPINGS = {"Sampler": Sampler, "Other": Sampler}
`;

suite('the pages of a node', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  for (const id of ['image-tools', 'image-rest']) {
    await publishFiles(server, ada, id, '1.0.0', { '__init__.py': python });
    await ada.owner.put(`/publishers/ada/nodes/${id}`, {
      tags: ['image'],
      repository: 'https://example.org',
    });
  }
  server.clock.stop();
  for (let day = 0; day < 3; day += 1) {
    await server.anonymous.get('/nodes/image-tools/install', fromAddress(day));
    await server.server.context.downloads.flush();
    server.clock.advance(days(1));
  }
  const paths = [
    '/n/image-tools',
    '/n/image-tools/app-nodes',
    '/n/image-tools/app-nodes/Sampler',
    '/n/image-tools/v/1.0.0',
    '/n/image-tools/related',
  ];

  test('are accessible on a phone with all that is folded', async (t) => {
    const page = await openPage(t, server.url, { isPhone: true });
    for (const path of paths) {
      await page.goto(path);
      for (const folded of await page.locator('details').all()) await folded.locator('summary').click();
      await assertAccessible(page);
      const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      assert.ok(wider <= 0, `${path} is wider than the screen`);
    }
  });

  test('lead from a search to the command that installs it, by keyboard alone', async (t) => {
    const page = await openPage(t, server.url);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/search?q=image-tools');
    await page.getByRole('link', { name: 'image-tools', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/n/image-tools');
    const copy = page.getByRole('button', { name: 'Copy the command that installs it' });
    await copy.waitFor();
    await page.locator('button.copy:enabled').waitFor();
    await copy.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Copied').waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'patchbay install image-tools');
  });

  test('are read by their structure', async (t) => {
    const page = await openPage(t, server.url);
    await page.goto('/n/image-tools/app-nodes');
    assert.equal(
      await page
        .getByRole('article')
        .filter({ has: page.getByRole('heading', { name: 'Sampler' }) })
        .ariaSnapshot(),
      [
        '- article:',
        '  - heading "Sampler" [level=3]:',
        '    - link "Sampler":',
        '      - /url: /n/image-tools/app-nodes/Sampler',
        '  - text: Experimental',
        '  - list "Inputs":',
        '    - listitem: model MODEL',
        '    - listitem: mask MASK optional',
        '  - list "Outputs":',
        '    - listitem: previews IMAGE list',
        '  - term: steps',
        '  - definition: "20"',
        '  - term: how',
        '  - definition:',
        '    - group: euler',
        '  - text: Since 1.0.0',
      ].join('\n'),
    );
  });

  test('show everything without scripts', async (t) => {
    const page = await openPage(t, server.url, { hasScripts: false });
    await page.goto('/n/image-tools');
    assert.equal(await page.getByRole('button', { name: /^Copy/ }).count(), 0);
    await page.getByText('patchbay install image-tools').waitFor();
    await page.getByText('As a table').click();
    assert.equal(await page.getByRole('table').getByRole('row').count(), 4);
    await page.getByRole('link', { name: 'Related' }).click();
    await page.getByRole('cell', { name: 'image-rest' }).waitFor();
    await page.getByRole('link', { name: 'App-nodes 2' }).click();
    assert.equal(await page.getByRole('article').count(), 2);
    await page.getByRole('link', { name: 'Sampler' }).click();
    await page.getByRole('heading', { name: 'Sampler', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Requirements 0' }).click();
    await page.getByText('It declares no Python packages.').waitFor();
    await page.getByRole('link', { name: 'Readme' }).click();
    await page.getByRole('link', { name: '1.0.0' }).click();
    await page.getByText('patchbay install image-tools@1.0.0').waitFor();
  });
});
