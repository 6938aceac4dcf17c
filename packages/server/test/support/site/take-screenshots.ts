/**
 * The pictures of the README and of docs/site.md: `npm run screenshots` writes them to `docs/images/`, from a server with its own nodes.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../launch-browser.ts';
import { startServer } from '../start-server.ts';
import { fillSite } from './fill-site.ts';
import { sampleWorkflow } from './sample-workflow.ts';

const bytesMax = 150_000;
const folder = fileURLToPath(new URL('../../../../../docs/images/', import.meta.url));

interface Picture {
  name: string;
  path: string;
  prepare?: (page: Page) => Promise<void>;
}

const pictures: readonly Picture[] = [
  { name: 'home', path: '/' },
  { name: 'search', path: '/search?q=image' },
  { name: 'node', path: '/n/image-tools' },
  { name: 'compare', path: '/n/image-tools/compare/1.1.0...2.0.0' },
  {
    name: 'workflow',
    path: '/workflow',
    prepare: async (page) => {
      await page.locator('.island[data-ready]').waitFor({ state: 'attached' });
      const buffer = Buffer.from(JSON.stringify(sampleWorkflow));
      const file = { name: 'workflow.json', mimeType: 'application/json', buffer };
      await page.getByLabel('Choose a file').setInputFiles(file);
      await page.getByRole('heading', { name: 'What it needs' }).waitFor();
      await page.evaluate("document.querySelector('.canvas').scrollIntoView({ block: 'end' })");
    },
  },
];

const ends: (() => Promise<void>)[] = [];
try {
  const server = await startServer({ after: (end: () => Promise<void>) => void ends.unshift(end) });
  await fillSite(server);
  const browser = await launchBrowser();
  ends.unshift(() => browser.close());
  const page = await browser.newPage({
    baseURL: server.url,
    viewport: { width: 1200, height: 750 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await mkdir(folder, { recursive: true });
  for (const { name, path, prepare } of pictures) {
    const response = await page.goto(path);
    if (response?.status() !== 200) throw new Error(`${path} answered ${response?.status()}`);
    await prepare?.(page);
    const picture = await page.screenshot();
    if (picture.length > bytesMax) throw new Error(`${name}.png has ${picture.length} bytes`);
    await writeFile(`${folder}${name}.png`, picture);
    process.stdout.write(`docs/images/${name}.png, ${picture.length} bytes\n`);
  }
} finally {
  for (const end of ends) await end();
}
