import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { sized } from '../length.ts';

/** Where the pictures of a test run are, for people to look at. */
const folder = fileURLToPath(new URL('../../../../../pictures/', import.meta.url));
/** What is below looks as what is above. */
const heightMax = 3_000;

/** A picture takes longer than most of what a test asserts about its page. */
const isKept = sized({ short: false, long: true });

/** Keeps, in the long form, what a page shows, under its path or what it is called, in one of its looks. */
export const keepPicture = async (page: Page, name: string, look: string): Promise<void> => {
  if (!isKept) return;
  const size = await page.evaluate<{ width: number; height: number }>(
    '({ width: innerWidth, height: document.documentElement.scrollHeight })',
  );
  const picture = await page.screenshot({
    fullPage: true,
    clip: { x: 0, y: 0, ...size, height: Math.min(size.height, heightMax) },
  });
  const file = name === '/' ? 'home' : name.replace(/^\//, '').replaceAll(/[^\w-]+/g, '-');
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}${file}.${look}.png`, picture);
};
