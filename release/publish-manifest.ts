import type { Manifest } from './manifest.ts';

const built = (path: string): string => path.replace(/^\.\/src\/(.*)\.ts$/, './dist/$1.js');
const typesOf = (path: string): string => path.replace(/^\.\/src\/(.*)\.ts$/, './dist/$1.d.ts');

/** The workspaces are installed by any npm, which brings the runtime along; whoever installs a package needs it. */
const enginesOf = (name: string) => ({ node: name === '@patchbay/client' ? '>=20' : '>=24' });

/**
 * The package.json of the published package: it names the built files, whereas that of the workspace names the sources.
 * A bundled one needs no other package.
 */
export const publishManifest = (
  {
    private: _private,
    scripts: _scripts,
    devDependencies: _devDependencies,
    dependencies,
    ...manifest
  }: Manifest,
  isBundled: boolean,
): object => ({
  ...manifest,
  ...(!isBundled && dependencies && { dependencies }),
  engines: enginesOf(manifest.name),
  ...(manifest.exports && {
    exports: Object.fromEntries(
      Object.entries(manifest.exports).map(([name, path]) => [
        name,
        path.endsWith('.ts') ? { types: typesOf(path), default: built(path) } : path,
      ]),
    ),
  }),
  publishConfig: { access: 'public' },
});
