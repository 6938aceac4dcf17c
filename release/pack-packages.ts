import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Edits, stagePackages } from './stage-packages.ts';

const run = promisify(execFile);

/** A tarball as npm describes it. */
export interface Tarball {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
  readonly size: number;
  readonly entryCount: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs every package that is published into `out`. */
export const packPackages = async (root: string, out: string, edits?: Edits): Promise<readonly Tarball[]> => {
  const folders = await stagePackages(root, out, edits);
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', out, ...folders];
  const { stdout } = await run('npm', args, { maxBuffer: 64 * 2 ** 20 });
  return JSON.parse(stdout) as Tarball[];
};
