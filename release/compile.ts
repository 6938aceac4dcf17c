import { execFile } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const tsc = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url));

/** Compiles the sources of these folders of `packages/` to JavaScript and declarations. */
export const compile = async (root: string, out: string, folders: readonly string[]): Promise<void> => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'patchbay-compile-'));
  const project = join(folder.path, 'tsconfig.json');
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      // `npm run check` has done it, and it takes most of the time.
      noCheck: true,
      rewriteRelativeImportExtensions: true,
      rootDir: join(root, 'packages'),
      outDir: out,
      typeRoots: [join(root, 'node_modules/@types')],
    },
    // A JSON file that is only imported is left out when the compiler first meets it by the name of its package.
    include: folders.flatMap((folder) => {
      const source = join(root, 'packages', folder, 'src');
      return [source, join(source, '**/*.json')];
    }),
  };
  await writeFile(project, JSON.stringify(config));
  try {
    await run(tsc, ['-p', project]);
  } catch (error) {
    throw new Error(`The sources do not compile:\n${(error as { stdout: string }).stdout}`, { cause: error });
  }
};
