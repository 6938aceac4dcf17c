/**
 * The benchmarks: `npm run bench -- [name…] [--quick] [--catalogue <catalogue.jsonl>]`. The README of this folder says
 * more.
 */
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { benchmarks } from './benchmarks/index.ts';
import { openEngines } from './engines.ts';
import { resultOf } from './report/results.ts';
import { writeResults } from './report/write-results.ts';
import { writeTable } from './report/write-table.ts';
import { quick, thorough } from './settings.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, catalogue: { type: 'string' } },
});
const settings = values.quick ? quick : thorough;
// Trial results are stored separately and not committed.
const folder = fileURLToPath(new URL(values.quick ? 'results/quick' : 'results', import.meta.url));
const names =
  positionals.length > 0
    ? positionals
    : Object.keys(benchmarks).filter((name) => name !== 'growth' && name !== 'browser');

await using stack = new AsyncDisposableStack();
const engines = await openEngines(stack);
for (const name of names) {
  const benchmark = benchmarks[name];
  if (benchmark === undefined) {
    throw new Error(`there is no benchmark ${name}; there are ${Object.keys(benchmarks).join(', ')}`);
  }
  process.stderr.write(`${name} …\n`);
  const rows = await benchmark({ settings, engines, catalogue: values.catalogue });
  const results = { [name]: resultOf(settings, rows) };
  await writeResults(folder, results);
  process.stdout.write(`${writeTable(results)}\n`);
}
