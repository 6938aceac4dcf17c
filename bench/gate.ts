import type { Benchmark, Engine } from './benchmarks/benchmark.ts';
import { durability } from './benchmarks/durability.ts';
import { coldReads, reads } from './benchmarks/reads.ts';
import { writes } from './benchmarks/writes.ts';
import type { Results } from './report/results.ts';
import type { Row } from './report/row.ts';
import type { Settings } from './settings.ts';

/** Short: a busy machine makes single rounds worthless, and the best of three needs one good one. */
const settings: Settings = { rounds: 3, seconds: 0.5, writes: 60, connections: 32, sizes: [] };
/** Of what the last thorough run reached. It stops a collapse; the exact counts of the tests stop creep. */
const floorShare = 0.25;

/** What is measured: by the benchmark's name in the results, its tasks. */
const measured: readonly { name: string; benchmark: Benchmark; tasks: readonly string[] }[] = [
  { name: 'reads', benchmark: reads, tasks: ['node', 'bulk of 100', 'page of a publisher'] },
  { name: 'cold', benchmark: coldReads, tasks: ['node, cold', 'bulk of 100, cold'] },
  { name: 'durability', benchmark: durability, tasks: ['durable publish'] },
  { name: 'writes', benchmark: writes, tasks: ['upload to its verdict'] },
];

interface Judged {
  row: Row;
  /** The best round's ratio. */
  reached: number;
  /** The least ratio that passes, or the greatest where lower is better. */
  floor: number;
  isMet: boolean;
}

/**
 * Measures a few ratios in under three minutes and compares the best round of each with a quarter of what the committed
 * thorough run reached. Throws if that run has no figure for one of them.
 */
export const runGate = async (engines: readonly Engine[], committed: Results): Promise<Judged[]> => {
  const judged: Judged[] = [];
  for (const { name, benchmark, tasks } of measured) {
    const rows = await benchmark({ settings, engines, catalogue: undefined, tasks: new Set(tasks) });
    for (const row of rows) judged.push(judge(row, committed[name]?.rows ?? [], name));
  }
  return judged;
};

const judge = (row: Row, committed: readonly Row[], name: string): Judged => {
  const isLower = row.better === 'lower';
  const known = committed.find(
    ({ task, subject, base }) =>
      task === row.task && engineOf(subject) === engineOf(row.subject) && base === row.base,
  );
  if (known?.ratio === undefined) {
    throw new Error(`there is no figure for "${row.task}" of ${row.subject}; run npm run bench -- ${name}`);
  }
  const reached = (isLower ? row.low : row.high) ?? row.ratio ?? Number.NaN;
  const floor = isLower ? known.ratio / floorShare : known.ratio * floorShare;
  return { row, reached, floor, isMet: isLower ? reached <= floor : reached >= floor };
};

/** Without a note, which says other things each time. */
const engineOf = (subject: string): string => subject.replace(/ \(.*\)$/, '');

/** The judgements as lines, those that fail last. */
export const describeGate = (judged: readonly Judged[]): string =>
  judged
    .toSorted((one, other) => Number(other.isMet) - Number(one.isMet))
    .map(
      ({ row, reached, floor, isMet }) =>
        `${isMet ? 'ok  ' : 'FAIL'} ${row.task}, ${row.subject}: ${reached.toPrecision(2)} of ${row.base}, floor ${floor.toPrecision(2)}`,
    )
    .join('\n');
