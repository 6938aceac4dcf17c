// Builds the site into dist/: its pages for the server, its islands and style sheet for browsers. It takes a fraction of
// a second, so it runs whenever they may have changed.
import { globSync } from 'node:fs';
import { cp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { findCommands } from './find-commands.ts';
import { renderGuide } from './render-guide.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const dist = `${folder}dist`;
/** Another build may run at the same time; the last one to end wins, whole. */
const staging = `${dist}-${process.pid}`;

const common = {
  bundle: true,
  format: 'esm',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'warning',
} as const satisfies BuildOptions;

const islands = globSync(`${folder}src/islands/*.tsx`);
const workers = ['highlight', 'diff'].map((name) => `${folder}src/workers/${name}.ts`);

const browser = await build({
  ...common,
  entryPoints: [`${folder}src/loader.ts`, `${folder}src/styles/site.css`, ...islands, ...workers],
  outdir: `${staging}/assets`,
  entryNames: '[name]-[hash]',
  chunkNames: 'shared-[hash]',
  platform: 'browser',
  target: ['chrome120', 'firefox128', 'safari17.5'],
  splitting: true,
  minify: true,
  metafile: true,
});

/** Name of the source → name of the file that browsers load. */
const manifest = Object.fromEntries(
  Object.entries(browser.metafile.outputs).flatMap(([output, { entryPoint }]) =>
    entryPoint === undefined ? [] : [[basename(entryPoint), relative(`${staging}/assets`, output)]],
  ),
);
await writeFile(`${staging}/manifest.json`, JSON.stringify(manifest));

await build({
  ...common,
  entryPoints: [`${folder}src/main.ts`, `${folder}src/pictures/png-worker.ts`],
  entryNames: '[name]',
  outdir: `${staging}/server`,
  platform: 'node',
  target: 'node24',
  // What is installed is shared with the server.
  packages: 'external',
  sourcemap: true,
  // The page of the design shows the tokens as they are.
  loader: { '.css': 'text' },
});

const repository = fileURLToPath(new URL('../../..', import.meta.url));
await writeFile(
  `${staging}/guide.json`,
  JSON.stringify({ pages: await renderGuide(repository), commands: await findCommands(repository) }),
);

await cp(`${folder}public`, `${staging}/public`, { recursive: true });
await rm(dist, { recursive: true, force: true });
await rename(staging, dist);
