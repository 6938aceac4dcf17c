// How the server is bundled with its reader, and the command line for a release.
import { copyFile, readFile } from 'node:fs/promises';
import http from 'node:http';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Plugin } from 'esbuild';

/**
 * An import of `node:http` asks for all that the module exports, getters included, and one of them loads the runtime's
 * whole fetch: a fourteenth of the processor time of a start.
 */
const httpWithoutFetch: Plugin = {
  name: 'http without fetch',
  setup(plugged) {
    plugged.onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'http', namespace: 'builtin' } : undefined,
    );
    plugged.onLoad({ filter: /^http$/, namespace: 'builtin' }, () => {
      const names = Object.entries(Object.getOwnPropertyDescriptors(http))
        .filter(([, property]) => 'value' in property)
        .map(([name]) => name);
      return {
        contents: `const http = process.getBuiltinModule('http');
          export default http;
          export const { ${names.join()} } = http;`,
      };
    });
  },
};

/** What the bundles of the server and of the command line have in common. */
export const bundled = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  plugins: [httpWithoutFetch],
  logLevel: 'warning',
  // For what is bundled from CommonJS.
  banner: { js: "const require = process.getBuiltinModule('module').createRequire(import.meta.url);" },
} satisfies BuildOptions;

/** What a bundled inspection finds beside itself. */
const files = ['web-tree-sitter/web-tree-sitter.wasm', 'tree-sitter-python/tree-sitter-python.wasm'];

/** A module of the inspection finds a file of a library beside the bundle. */
export const filesBesideBundle: Plugin = {
  name: 'files beside the bundle',
  setup(plugged) {
    plugged.onLoad({ filter: /[/\\]packages[/\\]inspect[/\\]src[/\\].*\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(
        /import\.meta\.resolve\('(?:[^']*\/)?([^'/]+)'\)/g,
        "new URL('$1', import.meta.url).href",
      ),
      loader: 'ts',
    }));
  },
};

/** Copies them into the folder of a bundle. */
export const copyFilesBeside = async (folder: string): Promise<void> => {
  for (const file of files)
    await copyFile(fileURLToPath(import.meta.resolve(file)), join(folder, basename(file)));
};
