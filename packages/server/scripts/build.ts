// Builds the server into dist/: `npm start` and the other commands load a few files of it instead of thousands of
// modules, which is half of the work of a start. It needs the built site. The reader of packages is a file of its own,
// beside the two files that it loads, so that its sandbox holds nothing else.
import { readFile, rename, rm } from 'node:fs/promises';
import { extname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, build } from 'esbuild';
import { bundled, copyFilesBeside, filesBesideBundle } from '../../inspect/scripts/beside-bundle.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const dist = `${repository}packages/server/dist`;
/** Another build may run at the same time; the last one to end wins, whole. */
const staging = `${dist}-${process.pid}`;

/** A bundled module finds the files beside its source by where its source lies. */
const sourceUrls: Plugin = {
  name: 'source urls',
  setup(plugged) {
    plugged.onLoad({ filter: /[/\\]packages[/\\]\w+[/\\](src|dist)[/\\].*\.[jt]s$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const url = `new URL(${JSON.stringify(relative(dist, path))}, import.meta.url).href`;
      return {
        contents: source.replaceAll('import.meta.url', url),
        loader: extname(path) === '.ts' ? 'ts' : 'js',
      };
    });
  },
};

await build({
  ...bundled,
  entryPoints: [`${repository}packages/server/src/patchbay-server.ts`],
  outdir: staging,
  splitting: true,
  // They load files beside their own.
  external: [
    '@resvg/resvg-js',
    'piscina',
    'swagger-ui-dist',
    'tree-sitter-python',
    'web-tree-sitter',
    'pg-native',
  ],
  plugins: [sourceUrls],
});

await build({
  ...bundled,
  entryPoints: [`${repository}packages/server/src/packages/serve-readings.ts`],
  outfile: `${staging}/reader/reader.mjs`,
  plugins: [filesBesideBundle],
});
await copyFilesBeside(`${staging}/reader`);
await rm(dist, { recursive: true, force: true });
await rename(staging, dist);
