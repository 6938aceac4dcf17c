import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { Hands } from './hands.ts';
import { until } from './until.ts';

/** Somebody on the way through the site. */
interface Walk {
  page: Page;
  hands: Hands;
}

/** What one does next, or sees. */
export interface Step {
  (walk: Walk): Promise<unknown>;
  /** What one does, as a sentence; absent for what one sees. */
  readonly says?: string;
}

const saying = (says: string, step: Step): Step => Object.assign(step, { says });

type Role = Parameters<Page['getByRole']>[0];

/** Waits until it is there, and until the page reacts. */
const ready = async (page: Page, target: Locator): Promise<Locator> => {
  await target.waitFor();
  const sleeping = page.locator('[data-when=idle]:not([data-ready])');
  await until(async () => (await sleeping.count()) === 0);
  return target;
};

export const at = (address: string): Step =>
  saying(`Opens \`${address}\`.`, ({ page }) => page.goto(address));

/** Presses the first of this name. */
export const press = (role: Role, name: string | RegExp): Step =>
  saying(
    `${role === 'link' ? 'Follows' : 'Presses'} “${typeof name === 'string' ? name : wordsIn(name)}”.`,
    async ({ page, hands }) =>
      hands.press(await ready(page, page.getByRole(role, { name, exact: true }).first())),
  );

/** The text that a simple pattern matches. */
const wordsIn = ({ source }: RegExp): string => source.replaceAll(/\\[dw]\+|[\^$\\]/g, '');

/** Opens what is folded under these words. */
export const unfold = (words: string): Step =>
  saying(`Opens “${words}”.`, async ({ page, hands }) =>
    hands.press(await ready(page, page.locator('summary', { hasText: words }).first())),
  );

const saidCharsMax = 60;

/** Types into the first field of this label. */
export const type = (label: string, text: string): Step =>
  saying(
    `Types \`${text.length > saidCharsMax ? `${text.slice(0, saidCharsMax)}…` : text}\` into “${label}”.`,
    async ({ page, hands }) =>
      hands.type(await ready(page, page.getByLabel(label, { exact: true }).first()), text),
  );

export const choose = (label: string, option: string): Step =>
  saying(`Chooses “${option}” as “${label}”.`, async ({ page, hands }) =>
    hands.choose(await ready(page, page.getByLabel(label, { exact: true })), option),
  );

/** Chooses a file, whose dialog is the browser's own. */
export const pick = (label: string, name: string, bytes: Uint8Array): Step =>
  saying(`Chooses the file \`${name}\` as “${label}”.`, async ({ page }) => {
    const field = await ready(page, page.getByLabel(label));
    await field.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
  });

/** Waits until it is seen, on a page that is no wider than the screen. */
export const see =
  (role: Role, name: string | RegExp = ''): Step =>
  ({ page }) =>
    seen(page, page.getByRole(role, { name }).first());

export const seeText =
  (text: string | RegExp): Step =>
  ({ page }) =>
    seen(page, page.getByText(text).first());

const seen = async (page: Page, target: Locator): Promise<void> => {
  await target.waitFor();
  const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  assert.ok(wider <= 0, `${page.url()} is wider than the screen by ${wider}`);
};
