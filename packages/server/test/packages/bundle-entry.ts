import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { bundled } from '../../../inspect/scripts/beside-bundle.ts';
import type { Ending } from '../support/ending.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A module of `entries` as one file in a folder of its own, as the code of a reader is. Returns its path. */
export const bundleEntry = async (test: Ending, module: string): Promise<string> => {
  const outfile = join(await temporaryFolder(test), 'reader.mjs');
  const entry = fileURLToPath(new URL(`./entries/${module}`, import.meta.url));
  // A plugin would need its long-lived process, which is killed with the readers.
  buildSync({ ...bundled, plugins: [], entryPoints: [entry], outfile });
  return outfile;
};
