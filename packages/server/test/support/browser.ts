import assert from 'node:assert/strict';
import { accessSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, after } from 'node:test';
import { type Browser, type Page, chromium } from 'playwright-core';
import { installDebianPackage } from './debian-package.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Chromium would call Google otherwise; nothing on the test machine answers that. */
const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const isThere = (): boolean => {
  try {
    accessSync(executablePath);
    return true;
  } catch {
    return false;
  }
};

let launched: Promise<Browser> | undefined;

const launch = async (): Promise<Browser> => {
  installDebianPackage('chromium', isThere, ', or set CHROMIUM to the path of a Chromium');
  const home = await mkdtemp(join(tmpdir(), 'patchbay-chromium-'));
  const browser = await chromium.launch({
    executablePath,
    args: quietFlags,
    // It writes its settings there, and must not find those of the person who runs the tests.
    env: { HOME: home, PATH: String(process.env['PATH']) },
  });
  browser.once('disconnected', () => void rm(home, { recursive: true, force: true }));
  return browser;
};

// One browser for all tests of a process.
after(async () => {
  await (await launched)?.close();
});

export interface PageOptions {
  theme?: 'light' | 'dark';
  /** Of a phone instead of a desktop. */
  isPhone?: boolean;
  /** Without scripts, as a reader or a crawler sees it. */
  hasScripts?: boolean;
}

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const desktop = { viewport: { width: 1280, height: 800 } };

/**
 * A page of a browser without cookies. At the end of the test it is closed, and the test fails if the console said an
 * error, a script threw, the Content-Security-Policy refused something, or the page called another server.
 */
export const openPage = async (
  t: Pick<TestContext, 'after'>,
  url: string,
  { theme = 'light', isPhone = false, hasScripts = true }: PageOptions = {},
): Promise<Page> => {
  launched ??= launch();
  const context = await (
    await launched
  ).newContext({
    ...(isPhone ? phone : desktop),
    baseURL: url,
    colorScheme: theme,
    javaScriptEnabled: hasScripts,
    reducedMotion: 'reduce',
  });
  const faults: string[] = [];
  const page = await context.newPage();
  page.on('console', (message) => {
    // Of a page that is meant to be an error, which tests open too.
    const isOwnStatus =
      message.text().startsWith('Failed to load resource') && message.location().url === page.url();
    if (message.type() === 'error' && !isOwnStatus) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob|about):/.test(request.url())) {
      faults.push(`it called ${request.url()}`);
    }
  });
  t.after(async () => {
    await context.close();
    assert.deepEqual(faults, [], 'the page had faults');
  });
  return page;
};
