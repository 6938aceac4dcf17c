// Builds the server into dist/: `npm start` and the other commands load a few files of it instead of thousands of
// modules, which is half of the work of a start. It needs the built site. The reader of packages is a file of its own,
// beside the two files that it loads, so that its sandbox holds nothing else. Each thread is a file of its own, too.
import { readFile, rename, rm } from 'node:fs/promises';
import { extname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, build } from 'esbuild';
import { bundled, copyFilesBeside, filesBesideBundle } from '../../inspect/scripts/beside-bundle.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const dist = `${repository}packages/server/dist`;
/** Another build may run at the same time; the last one to end wins, whole. */
const staging = `${dist}-${process.pid}`;

const threads = ['catalogue/make-snapshot', 'search/index/serve-index', 'store/engines/sqlite/serve-reads'];

/** One character outside ASCII, which a bundler leaves in templates and expressions, doubles the memory of a file. */
const inAscii = (source: string): string =>
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  source.replaceAll(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A module bundled into a folder finds the files beside its source by where its source lies. */
const ownModules = (folder: string): Plugin => ({
  name: 'own modules',
  setup(plugged) {
    plugged.onLoad({ filter: /[/\\]packages[/\\]\w+[/\\](src|dist)[/\\].*\.[jt]s$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const url = `new URL(${JSON.stringify(relative(folder, path))}, import.meta.url).href`;
      return {
        contents: inAscii(source).replaceAll('import.meta.url', url),
        loader: extname(path) === '.ts' ? 'ts' : 'js',
      };
    });
  },
});

/** They load files beside their own. */
const external = [
  '@resvg/resvg-js',
  'piscina',
  'swagger-ui-dist',
  'tree-sitter-python',
  'web-tree-sitter',
  'pg-native',
];

await build({
  ...bundled,
  entryPoints: [`${repository}packages/server/src/patchbay-server.ts`],
  outdir: staging,
  splitting: true,
  external,
  plugins: [...bundled.plugins, ownModules(dist)],
});

await build({
  ...bundled,
  entryPoints: threads.map((thread) => `${repository}packages/server/src/${thread}.ts`),
  outdir: `${staging}/threads`,
  entryNames: '[name]',
  external,
  plugins: [...bundled.plugins, ownModules(`${dist}/threads`)],
});

await build({
  ...bundled,
  entryPoints: [`${repository}packages/server/src/packages/serve-readings.ts`],
  outfile: `${staging}/reader/reader.mjs`,
  plugins: [...bundled.plugins, filesBesideBundle],
});
await copyFilesBeside(`${staging}/reader`);
await rm(dist, { recursive: true, force: true });
await rename(staging, dist);
