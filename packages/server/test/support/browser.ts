import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './launch-browser.ts';

/** A browser whose pages are all closed ends soon; the next test of the process may still need it. */
const idleMs = 2_000;

let launched: Promise<Browser> | undefined;
let pagesOpen = 0;
let idle: NodeJS.Timeout | undefined;

/** One browser for all tests of a process, whose files run one after the other. */
const enterBrowser = (): Promise<Browser> => {
  clearTimeout(idle);
  pagesOpen += 1;
  launched ??= launchBrowser();
  return launched;
};

const leaveBrowser = (): void => {
  pagesOpen -= 1;
  if (pagesOpen > 0) return;
  idle = setTimeout(() => {
    const unused = launched;
    launched = undefined;
    void unused?.then((browser) => browser.close());
  }, idleMs);
};

export interface PageOptions {
  theme?: 'light' | 'dark';
  /** Of a phone instead of a desktop. */
  isPhone?: boolean;
  /** Without scripts, as a reader or a crawler sees it. */
  hasScripts?: boolean;
  /** The session token of the visitor. */
  session?: string | undefined;
  /** The address of something that is meant to fail, which the browser then reports by itself. */
  failing?: RegExp;
  /** Another server, to which a page leads. */
  leadsTo?: string | undefined;
}

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const desktop = { viewport: { width: 1280, height: 800 } };

/**
 * A page of a browser without cookies. At the end of the test it is closed, and the test fails if it or a page that it
 * opened wrote to the console, threw, was refused something by the Content-Security-Policy, or called another server.
 */
export const openPage = async (
  t: Pick<TestContext, 'after'>,
  url: string,
  { theme = 'light', isPhone = false, hasScripts = true, session, failing, leadsTo }: PageOptions = {},
): Promise<Page> => {
  const browser = await enterBrowser();
  const context = await browser.newContext({
    ...(isPhone ? phone : desktop),
    baseURL: url,
    colorScheme: theme,
    javaScriptEnabled: hasScripts,
    reducedMotion: 'reduce',
  });
  if (session !== undefined) {
    const cookie = { name: '__Host-session', value: session, domain: new URL(url).hostname, path: '/' };
    await context.addCookies([{ ...cookie, secure: true, httpOnly: true, sameSite: 'Lax' }]);
  }
  const faults: string[] = [];
  context.on('console', (message) => {
    const { url: from } = message.location();
    // Of a page that is meant to be an error, which tests open too.
    const isOwn = from === message.page()?.url() || failing?.test(from) === true;
    if (!(isOwn && message.text().startsWith('Failed to load resource')))
      faults.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on('weberror', (thrown) => faults.push(`${thrown.page()?.url()}: ${String(thrown.error())}`));
  context.on('request', (request) => {
    const isFollowed =
      leadsTo !== undefined && request.isNavigationRequest() && request.url().startsWith(`${leadsTo}/`);
    if (!request.url().startsWith(url) && !isFollowed && !/^(data|blob|about):/.test(request.url())) {
      faults.push(`it called ${request.url()}`);
    }
  });
  const page = await context.newPage();
  t.after(async () => {
    await context.close();
    leaveBrowser();
    assert.deepEqual(faults, [], 'the page had faults');
  });
  return page;
};

/**
 * A page for each session, opened when it is first asked for: to open one takes a process of the browser, and more than
 * most addresses take to be loaded. For tests that begin with an address and leave nothing behind.
 */
export const pageOfSession = (
  t: Pick<TestContext, 'after'>,
  url: string,
  options: Omit<PageOptions, 'session'> = {},
): ((session: string | undefined) => Promise<Page>) => {
  const pages = new Map<string | undefined, Promise<Page>>();
  return (session) => {
    const page = pages.get(session) ?? openPage(t, url, { ...options, session });
    pages.set(session, page);
    return page;
  };
};
