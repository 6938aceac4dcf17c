import { launchBrowser } from '../../packages/server/test/support/launch-browser.ts';
import { startServer } from '../fixture/open-fixture.ts';
import { registryOfSize } from '../growth/registry-of-size.ts';
import { sampleRegistry } from '../growth/sample-registry.ts';
import type { Row } from '../report/row.ts';
import { startBare } from '../servers/start-bare.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './compare.ts';

type Browser = Awaited<ReturnType<typeof launchBrowser>>;

const empty = {
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>One word</title><p>One',
};

/** Words that many nodes of a catalogue have; each round takes the next. */
const words = ['image', 'video', 'prompt', 'mask', 'audio', 'upscale', 'sampler', 'text'];

/** How long people wait, in a browser that has loaded nothing before, for a registry of the whole catalogue. */
export const browser: Benchmark = async ({ settings: { rounds }, catalogue }) => {
  if (catalogue === undefined) throw new Error('browser needs --catalogue <catalogue.jsonl>');
  await using stack = new AsyncDisposableStack();
  const folder = await registryOfSize(catalogue, 1);
  const server = stack.use(await startServer({ DATA_DIR: folder }, 'server'));
  const bare = stack.use(await startBare('send', empty));
  const chromium = await launchBrowser();
  stack.defer(() => chromium.close());
  const [url, emptyUrl] = [server, bare].map(({ port }) => `http://127.0.0.1:${port}`);
  const { id = '' } = sampleRegistry(folder, 1).nodes[0] ?? {};
  const rows: Row[] = [];
  for (const [task, path] of Object.entries({
    home: '/',
    search: '/search?q=image',
    node: `/n/${id}`,
    workflow: '/workflow',
  })) {
    rows.push(
      ...(await compare(
        { task: `first paint of ${task}`, unit: 'ms', better: 'lower', rounds },
        { name: 'a page of one word', measure: () => firstPaint(chromium, `${emptyUrl}/`) },
        { name: 'ours', measure: () => firstPaint(chromium, url + path) },
      )),
    );
  }
  let turn = 0;
  rows.push(
    ...(await compare(
      { task: 'a result as one types', unit: 'ms', better: 'lower', rounds },
      { name: 'its JSON', measure: () => inSearch(chromium, url, fetched(words[turn % words.length])) },
      { name: 'ours', measure: () => inSearch(chromium, url, shown(words[turn++ % words.length])) },
    )),
  );
  return rows;
};

/** Milliseconds from the start of a visit to the first words or pictures. */
const firstPaint = async (chromium: Browser, url: string): Promise<number> => {
  const page = await chromium.newPage();
  await page.goto(url);
  const ms = await page.evaluate<number>(`new Promise((resolve) => {
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntriesByName('first-contentful-paint')) resolve(startTime);
    }).observe({ type: 'paint', buffered: true });
  })`);
  await page.context().close();
  return ms;
};

/** Milliseconds that something takes in the page of the search. */
const inSearch = async (chromium: Browser, url: string | undefined, script: string): Promise<number> => {
  const page = await chromium.newPage();
  await page.goto(`${url}/search`);
  await page.locator('[data-ready]').waitFor({ state: 'attached' });
  const ms = await page.evaluate<number>(script);
  await page.context().close();
  return ms;
};

const fetched = (word = ''): string => `(async () => {
  const begin = performance.now();
  const reply = await fetch('/nodes/search?limit=24&search=${word}');
  await reply.json();
  return performance.now() - begin;
})()`;

/** From the last key to the frame that shows the results. */
const shown = (word = ''): string => `new Promise((resolve) => {
  const begin = performance.now();
  const end = () => requestAnimationFrame(() => resolve(performance.now() - begin));
  new MutationObserver(end).observe(document.querySelector('#results'), { childList: true });
  const field = document.querySelector('#q');
  field.value = '${word}';
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
})`;
