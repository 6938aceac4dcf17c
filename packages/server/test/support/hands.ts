import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** How a person goes about a page. */
export interface Hands {
  /** Follows a link, presses a button, ticks a box, opens what is folded. */
  press(target: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  /** Takes one of the options of a list. */
  choose(target: Locator, option: string): Promise<void>;
}

const choose = async (target: Locator, option: string): Promise<void> => {
  await target.selectOption(option);
};

const mouse: Hands = {
  press: (target) => target.click(),
  async type(target, text) {
    await target.click();
    await target.fill(text);
  },
  choose,
};

const touch: Hands = {
  press: (target) => target.tap(),
  async type(target, text) {
    await target.tap();
    await target.fill(text);
  },
  choose,
};

/** More than any page has, to be walked through once and begun again. */
const stopsMax = 250;

const keyboard = (page: Page): Hands => {
  /** Goes on from where the focus is, as a person does. */
  const reach = async (target: Locator): Promise<void> => {
    await target.waitFor();
    for (let stops = 0; stops < stopsMax; stops += 1) {
      if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`the keyboard does not reach ${String(target)}`);
  };
  return {
    async press(target) {
      await reach(target);
      const isBox = (await target.getAttribute('type')) === 'checkbox';
      await page.keyboard.press(isBox ? 'Space' : 'Enter');
    },
    async type(target, text) {
      await reach(target);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(text);
    },
    async choose(target, option) {
      await reach(target);
      await page.keyboard.type(option);
    },
  };
};

/** Each on a page of its own; touch is on a phone. */
export const handsOf: Readonly<Record<string, (page: Page) => Hands>> = {
  'by mouse': () => mouse,
  'by keyboard alone': keyboard,
  'by touch on a phone': () => touch,
};
