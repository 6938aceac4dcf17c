/**
 * The benchmarks: `npm run bench -- <name…|all|gate> [--quick] [--catalogue <catalogue.jsonl>]`. The README of this
 * folder says more.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { benchmarks } from './benchmarks/index.ts';
import { openEngines } from './engines.ts';
import { describeGate, runGate } from './gate.ts';
import { type Results, resultOf } from './report/results.ts';
import { writeResults } from './report/write-results.ts';
import { writeTable } from './report/write-table.ts';
import { quick, thorough } from './settings.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, catalogue: { type: 'string' } },
});
const settings = values.quick ? quick : thorough;
const committed = fileURLToPath(new URL('results', import.meta.url));
// Trial results are stored separately and not committed.
const folder = values.quick ? `${committed}/quick` : committed;
const needArguments: ReadonlySet<string> = new Set(['growth', 'browser']);
const isAll = positionals.length === 0 || positionals.includes('all');
const names = isAll ? Object.keys(benchmarks).filter((name) => !needArguments.has(name)) : positionals;

// The servers to measure are those that are built.
await promisify(execFile)('npm', ['run', 'build'], { cwd: fileURLToPath(new URL('..', import.meta.url)) });
await using stack = new AsyncDisposableStack();
const engines = await openEngines(stack);
if (positionals.includes('gate')) {
  const results = JSON.parse(await readFile(`${committed}/results.json`, 'utf8')) as Results;
  const judged = await runGate(engines, results);
  process.stdout.write(`${describeGate(judged)}\n`);
  if (judged.some(({ isMet }) => !isMet)) process.exitCode = 1;
} else {
  for (const name of names) {
    const benchmark = benchmarks[name];
    if (benchmark === undefined) {
      throw new Error(
        `There is no benchmark "${name}". Choose from ${Object.keys(benchmarks).join(', ')}, all and gate.`,
      );
    }
    process.stderr.write(`${name} …\n`);
    const rows = await benchmark({ settings, engines, catalogue: values.catalogue });
    const results = { [name]: resultOf(settings, rows) };
    await writeResults(folder, results);
    process.stdout.write(`${writeTable(results)}\n`);
  }
}
