import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Metafile, type Plugin, build } from 'esbuild';
import { bundled, copyFilesBeside, filesBesideBundle } from '../packages/inspect/scripts/beside-bundle.ts';

/**
 * Bundles the command line with all that it needs into `out`, so that it installs as one package. `manifest` is its
 * package.json as it is released, which it takes its version from.
 */
export const bundleCli = async (root: string, out: string, manifest: string): Promise<void> => {
  const ofRelease: Plugin = {
    name: 'package.json of the release',
    setup(plugged) {
      plugged.onLoad({ filter: /[/\\]packages[/\\]cli[/\\]package\.json$/ }, () => ({
        contents: manifest,
        loader: 'json',
      }));
    },
  };
  const { metafile } = await build({
    ...bundled,
    absWorkingDir: root,
    entryPoints: ['packages/cli/src/main.ts'],
    outdir: out,
    // What only some commands need is loaded by them.
    splitting: true,
    metafile: true,
    plugins: [...bundled.plugins, filesBesideBundle, ofRelease],
  });
  await copyFilesBeside(out);
  await writeFile(join(out, 'LICENSES'), await licensesOf(root, metafile));
};

/** The licenses of the libraries in the bundle, one after another. */
const licensesOf = async (root: string, { inputs }: Metafile): Promise<string> => {
  const folders = Object.keys(inputs).flatMap(
    (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  // Their grammar is no module.
  const libraries = [...new Set([...folders, 'node_modules/tree-sitter-python'])].toSorted();
  const texts = await Promise.all(
    libraries.map(async (folder) => {
      const name = (await readdir(join(root, folder))).find((file) => /^licen[cs]e/i.test(file));
      const title = folder.replace(/^.*node_modules\//, '');
      if (name !== undefined) return `${title}\n\n${await readFile(join(root, folder, name), 'utf8')}`;
      const { license } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as {
        license?: string;
      };
      return `${title}\n\nLicense: ${license ?? 'unknown'}\n`;
    }),
  );
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
};
