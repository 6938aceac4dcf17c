// How the inspection is bundled: by the server for its reader, and by a release for the command line.
import { copyFile, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

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
