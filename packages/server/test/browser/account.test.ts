import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { assertAccessible } from '../support/axe.ts';
import { openPage } from '../support/browser.ts';
import { makePublisher, publishActive, uniqueId } from '../support/build.ts';
import { type TestServer, password, startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

/** How a person goes about a page. */
interface Hands {
  press(target: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
}

const mouse: Hands = {
  press: (target) => target.click(),
  type: async (target, text) => {
    await target.click();
    await target.fill(text);
  },
};

const stopsMax = 80;

const keyboard = (page: Page): Hands => {
  const reach = async (target: Locator): Promise<void> => {
    for (let stops = 0; stops < stopsMax; stops += 1) {
      if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`the keyboard does not reach ${String(target)}`);
  };
  return {
    async press(target) {
      await reach(target);
      await page.keyboard.press('Enter');
    },
    async type(target, text) {
      await reach(target);
      await page.keyboard.type(text);
    },
  };
};

/** From nobody to a publisher with a token and an edited node, and out again. */
const journey = async (server: TestServer, page: Page, hands: Hands): Promise<void> => {
  const id = uniqueId('journey');
  const nodeId = `${id}-node`;
  const email = `${id}@example.org`;
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
  const link = (name: string): Locator => page.getByRole('link', { name, exact: true });
  const field = (name: string): Locator => page.getByLabel(name, { exact: true });

  await page.goto('/account');
  await page.waitForURL('**/sign-in?to=%2Faccount');
  await hands.press(link('Sign up'));
  await hands.type(field('Name'), 'Ada');
  await hands.type(field('E-mail address'), email);
  await hands.type(field('Password'), password);
  await hands.press(button('Sign up'));
  await page.getByRole('heading', { name: 'Ada', level: 1 }).waitFor();

  await hands.press(page.getByRole('main').getByRole('link', { name: 'New publisher' }).last());
  await hands.type(field('Id'), 'Not an id');
  await hands.press(button('Create publisher'));
  assert.equal(await field('Id').getAttribute('aria-invalid'), 'true');
  assert.equal(await field('Id').inputValue(), 'Not an id');
  await field('Id').clear();
  await hands.type(field('Id'), id);
  await hands.press(button('Create publisher'));
  await page.waitForURL(`**/account/publishers/${id}`);

  await hands.press(link('Tokens'));
  await hands.type(field('Name'), 'CI');
  await hands.press(button('Create token'));
  const token = await page.getByRole('status').locator('pre').innerText();
  const publish = await server.anonymous.post(
    `/publishers/${id}/nodes/${nodeId}/versions`,
    { personal_access_token: token, node: {}, node_version: { version: '1.0.0' } },
    { authorization: `Bearer ${token}` },
  );
  assert.equal(publish.status, 201, publish.text);

  await hands.press(link(id));
  await hands.press(link(nodeId));
  await hands.type(field('Description'), 'What it does');
  await hands.press(button('Preview'));
  await page.getByRole('region', { name: 'Preview' }).getByText('What it does').waitFor();
  await hands.press(button('Save'));
  await page.getByText('Saved.').waitFor();
  assert.equal((await server.anonymous.get(`/nodes/${nodeId}`)).json.description, 'What it does');

  await hands.press(link('Tokens'));
  await hands.press(button('Revoke CI'));
  await page.getByText('The token is revoked.').waitFor();
  await hands.press(button('Sign out'));
  await page.waitForURL(`${server.url}/`);
  await page.goto(`/account/publishers/${id}`);
  await page.waitForURL('**/sign-in?to=*');
};

suite('a journey through an account', async () => {
  const server = await startServer({ after });

  test('by mouse, without scripts', async (t) => {
    await journey(server, await openPage(t, server.url, { hasScripts: false }), mouse);
  });

  test('by keyboard alone', async (t) => {
    const page = await openPage(t, server.url);
    await journey(server, page, keyboard(page));
  });
});

suite(
  'the pages of an account',
  async () => {
    const server = await startServer({ after });
    const ada = await makePublisher(server, 'ada');
    await publishActive(server, ada, 'upscaler', '1.0.0');
    const base = '/account/publishers/ada';
    const paths = [
      '/account',
      '/account/publishers/new',
      base,
      `${base}/members`,
      `${base}/tokens`,
      `${base}/usage`,
      `${base}/history`,
      `${base}/nodes/upscaler`,
    ];

    for (const [theme, isPhone] of [
      ['light', true],
      ['dark', false],
    ] as const) {
      test(`are accessible in ${theme}${isPhone ? ' on a phone' : ''}`, async (t) => {
        const page = await openPage(t, server.url, { theme, isPhone });
        await page.goto('/sign-up');
        await assertAccessible(page);
        await page.goto('/sign-in');
        const signIn = async (secret: string): Promise<void> => {
          await page.getByLabel('E-mail address').fill('owner-of-ada@example.org');
          await page.getByLabel('Password').fill(secret);
          await page.getByRole('button', { name: 'Sign in' }).click();
        };
        await signIn('a wrong horse');
        await page.getByRole('alert').waitFor();
        await assertAccessible(page);
        await signIn(password);
        await page.waitForURL('**/account');
        for (const path of paths) {
          await page.goto(path);
          await assertAccessible(page);
          const width = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
          assert.ok(width <= 0, `${path} is wider than the screen`);
        }
      });
    }
  },
  { engine: 'sqlite' },
);
