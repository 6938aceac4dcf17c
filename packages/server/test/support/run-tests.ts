// `npm test`: every test file, many to a process, because what each process imports takes longer than most tests.
// `npm run test:files -- <files>`: those alone, each in a process of its own. Both pass `--…` on to Node.js, which
// with `--test-randomize` shuffles the tests of a file; the files of a process are shuffled here.
import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shardFiles } from './shard-files.ts';
import { shuffleFiles } from './shuffle-files.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const flags = [
  '--test',
  `--import=${new URL('./follow-tests.ts', import.meta.url).href}`,
  // Two more than can run: most tests wait for a while.
  `--test-concurrency=${availableParallelism() + 2}`,
  '--test-timeout=900000',
  `--test-global-setup=${fileURLToPath(new URL('./global-setup.ts', import.meta.url))}`,
];

const runner = new URL('./run-test-file.ts', import.meta.url).href;

const args = process.argv.slice(2);
const named = args.filter((arg) => !arg.startsWith('-')).map((file) => resolve(file));
const options = args.filter((arg) => arg.startsWith('-'));

/** Of the order, where it is to be random: the one given, or another each time. */
const findSeed = (): string | undefined => {
  const option = '--test-random-seed=';
  const given = options.find((arg) => arg.startsWith(option));
  if (given !== undefined) return given.slice(option.length);
  if (!options.includes('--test-randomize')) return undefined;
  const seed = String(randomInt(2 ** 32));
  options.push(option + seed);
  return seed;
};

/** A module for each process, which runs its test files one after the other. */
const writeShards = async (folder: string): Promise<string[]> => {
  const found = globSync('packages/*/test/**/*.test.ts', { cwd: root }).toSorted();
  const seed = findSeed();
  const files = seed === undefined ? found : shuffleFiles(found, seed);
  const written = shardFiles(files).map(async (shard, index) => {
    // They start in the order of their names.
    const entry = join(folder, `${String(index).padStart(3, '0')}.mjs`);
    const runs = shard.map((file) => `await runTestFile('${file}');\n`);
    await writeFile(entry, [`import { runTestFile } from '${runner}';\n`, ...runs].join(''));
    return entry;
  });
  return Promise.all(written);
};

// Tests load what it builds.
execFileSync(process.execPath, [join(root, 'packages/web/scripts/build.ts')], { stdio: 'inherit' });
const folder = await mkdtemp(join(tmpdir(), 'patchbay-shards-'));
try {
  const entries = named.length > 0 ? named : await writeShards(folder);
  const child = spawn(process.execPath, [...flags, ...options, ...entries], {
    cwd: root,
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/patchbay'), ...process.env },
  });
  // A terminal interrupts both; the tests clean up before they end.
  process.on('SIGINT', () => {});
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  await rm(folder, { recursive: true });
}
