import { accessSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { installDebianPackage } from './debian-package.ts';

/** Without the windows of a browser that nobody sees, which take three quarters of its processor time. */
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell';

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

/** Starts a Chromium that nobody has used. */
export const launchBrowser = async (): Promise<Browser> => {
  installDebianPackage('chromium-headless-shell', isThere, ', or set CHROMIUM to the path of a Chromium');
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
