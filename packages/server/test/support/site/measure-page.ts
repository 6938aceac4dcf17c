import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { until } from '../until.ts';

interface PageCost {
  requests: number;
  /** Gzip. */
  scriptBytes: number;
  styleBytes: number;
  /** Of the viewport, as browsers count it. */
  layoutShift: number;
}

/** Opens an address and waits until its islands react; returns what that took. */
export const measurePage = async (page: Page, address: string): Promise<PageCost> => {
  const responses: Response[] = [];
  const note = (response: Response): void => {
    // A browser asks for the icon of a site once, and not for each page.
    if (!response.url().endsWith('/favicon.svg')) responses.push(response);
  };
  page.on('response', note);
  await page.goto(address);
  const sleeping = page.locator('[data-when=idle]:not([data-ready])');
  await until(async () => (await sleeping.count()) === 0);
  const layoutShift = await page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) sum += value;
    }).observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum), 0)));
  })`);
  page.off('response', note);
  const bytesOf = async (kind: string, pack: (bytes: Buffer) => Uint8Array): Promise<number> => {
    const bodies = responses.filter((response) => response.request().resourceType() === kind);
    // Asked for again: a browser on a busy machine may have dropped what it loaded.
    const sizes = await Promise.all(
      bodies.map(async (response) => pack(await (await page.request.get(response.url())).body()).length),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  return {
    requests: responses.length,
    scriptBytes: await bytesOf('script', gzipSync),
    styleBytes: await bytesOf('stylesheet', (bytes) => bytes),
    layoutShift,
  };
};
