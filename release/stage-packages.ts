import {
  chmod,
  cp,
  mkdir,
  mkdtempDisposable,
  readFile,
  readdir,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundleCli } from './bundle-cli.ts';
import { compile } from './compile.ts';
import type { Manifest } from './manifest.ts';
import { publishManifest } from './publish-manifest.ts';
import { isBundled, publishable } from './publishable.ts';

/** The texts of files that a release changes, by their paths below the root. */
export type Edits = ReadonlyMap<string, string>;

/**
 * Writes every package as it is published into a folder of `<out>/node_modules`, where they find each other, and
 * returns these folders. The files in `edits` count instead of those on the disk. The workspaces stay as they are:
 * npm knows no exports for the published package alone, and rewriting a package.json in place would break what runs
 * beside it.
 */
export const stagePackages = async (
  root: string,
  out: string,
  edits: Edits = new Map(),
): Promise<string[]> => {
  const read = async (path: string): Promise<string> =>
    edits.get(path) ?? (await readFile(join(root, path), 'utf8'));
  const present = await readdir(join(root, 'packages'));
  const folders = publishable.filter((name) => present.includes(name));
  await using compiled = await mkdtempDisposable(join(tmpdir(), 'patchbay-build-'));
  await compile(
    root,
    compiled.path,
    folders.filter((name) => !isBundled(name)),
  );
  await rm(out, { recursive: true, force: true });
  return await Promise.all(
    folders.map(async (name) => {
      const source = join('packages', name);
      const manifest = JSON.parse(await read(join(source, 'package.json'))) as Manifest;
      const target = join(out, 'node_modules', manifest.name);
      await mkdir(target, { recursive: true });
      if (isBundled(name)) {
        await bundleCli(root, join(target, 'dist'), await read(join(source, 'package.json')));
      } else {
        await cp(join(compiled.path, name, 'src'), join(target, 'dist'), { recursive: true });
        await rewriteDeclarations(join(target, 'dist'));
      }
      for (const path of Object.values(manifest.exports ?? {}).filter((path) => path.endsWith('.json'))) {
        await cp(join(root, source, path), join(target, path));
      }
      const published = publishManifest(manifest, isBundled(name));
      await writeFile(join(target, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`);
      await writeFile(join(target, 'README.md'), await read(join(source, 'README.md')));
      await writeFile(join(target, 'LICENSE'), await read('LICENSE'));
      await writeFile(join(target, 'CHANGELOG.md'), await read('CHANGELOG.md'));
      for (const path of Object.values(manifest.bin ?? {})) {
        await mkdir(join(target, dirname(path)), { recursive: true });
        await cp(join(root, source, path), join(target, path));
        await chmod(join(target, path), 0o755);
      }
      return target;
    }),
  );
};

/** The compiler rewrites the extensions of imports in code, and leaves those in declarations. */
const rewriteDeclarations = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    if (!name.endsWith('.d.ts') || !(await stat(path)).isFile()) continue;
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replaceAll(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2'));
  }
};
