// Builds the site into dist/: its pages for the server, its islands and style sheet for browsers. It takes a fraction of
// a second, so it runs whenever they may have changed.
import { globSync } from 'node:fs';
import { cp, rename, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, type Metafile, type Plugin, build } from 'esbuild';
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

const ofBrowser = {
  ...common,
  outdir: `${staging}/assets`,
  entryNames: '[name]-[hash]',
  chunkNames: 'shared-[hash]',
  platform: 'browser',
  target: ['chrome120', 'firefox128', 'safari17.5'],
  minify: true,
  metafile: true,
} as const satisfies BuildOptions;

/** Makes an entry of each island, which starts it in the element where the server rendered it. */
const startedIslands: Plugin = {
  name: 'started islands',
  setup(plugged) {
    plugged.onResolve({ filter: /^island:/ }, ({ path }) => ({ path: path.slice(7), namespace: 'island' }));
    plugged.onLoad({ filter: /.*/, namespace: 'island' }, ({ path }) => ({
      contents: `import { Island } from ${JSON.stringify(path)};
        import { startIsland } from ${JSON.stringify(`${folder}src/start-island.ts`)};
        export const start = startIsland(Island);`,
      resolveDir: folder,
    }));
  },
};

const islands = globSync(`${folder}src/islands/*.tsx`);
const workers = ['highlight', 'diff'].map((name) => `${folder}src/workers/${name}.ts`);
/** What a page starts besides islands, without rendering anything anew. */
const scripts = [`${folder}src/readme/liven-readme.ts`];
const styles = ['site', 'source', 'desk', 'workflow', 'guide'].map(
  (name) => `${folder}src/styles/${name}.css`,
);

// An island is one file, with what it shares with others: a page loads few of them, and each request costs more.
const { metafile: ofPages } = await build({
  ...ofBrowser,
  entryPoints: [
    ...[`${folder}src/loader.ts`, ...scripts, ...styles].map((path) => ({
      in: path,
      out: basename(path).replace(/\.\w+$/, ''),
    })),
    ...islands.map((path) => ({ in: `island:${path}`, out: basename(path, '.tsx') })),
  ],
  plugins: [startedIslands],
});
const { metafile: ofWorkers } = await build({ ...ofBrowser, entryPoints: workers, splitting: true });

/** Name of the source → name of the file that browsers load. */
const namesIn = ({ outputs }: Metafile): (readonly [string, string])[] =>
  Object.entries(outputs).flatMap(([output, { entryPoint }]) =>
    entryPoint === undefined ? [] : [[basename(entryPoint), basename(output)] as const],
  );
await writeFile(
  `${staging}/manifest.json`,
  JSON.stringify(Object.fromEntries([...namesIn(ofPages), ...namesIn(ofWorkers)])),
);

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
