import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stagePackages } from '../../release/stage-packages.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './compare.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const startsPerRound = 20;
/** Linux counts in hundredths on every machine (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html). */
const msPerTick = 10;

/** The processor time of the built `patchbay --help`, against the runtime alone. */
export const cliStart: Benchmark = async ({ settings: { rounds } }) => {
  // Below node_modules, where the built packages find what they depend on.
  await using folder = await mkdtempDisposable(join(root, 'node_modules/.cache/cli-start-'));
  await stagePackages(root, join(folder.path, 'built'));
  const patchbay = join(folder.path, 'built/node_modules/@patchbay/cli/dist/main.js');
  return await compare(
    { task: 'patchbay --help', unit: 'ms of the processor', better: 'lower', rounds },
    { name: 'node without a program', measure: () => measureStarts(['--eval', '']) },
    { name: 'ours', measure: () => measureStarts([patchbay, '--help']) },
  );
};

const measureStarts = async (args: readonly string[]): Promise<number> => {
  const before = childrenMs();
  for (let count = 0; count < startsPerRound; count += 1) {
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  }
  return (childrenMs() - before) / startsPerRound;
};

/** The processor time of all children that ended. */
const childrenMs = (): number => {
  const fields = readFileSync('/proc/self/stat', 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  return ((fields[13] ?? 0) + (fields[14] ?? 0)) * msPerTick;
};
