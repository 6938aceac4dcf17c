import type { Result, Results } from './results.ts';
import type { Row } from './row.ts';

/** The requests a second at the peak that docs/scale.md assumes, and the task that measures each. */
const peak = [
  { task: 'install', perSecond: 580 },
  { task: 'page of all nodes', perSecond: 8_100 },
  { task: 'node', perSecond: 580 },
];

/** What the docs show of the results, as Markdown. Each throws if a result is missing. */
export const figures: Readonly<Record<string, (results: Results) => string>> = {
  'cached-reads': (results) => ratiosByEngine('Request', resultOf(results, 'reads')),

  'cold-reads': (results) => ratiosByEngine('Request', resultOf(results, 'cold')),

  'durable-publishes': (results) => ratiosByEngine('Writers', resultOf(results, 'durability')),

  capacity: (results) => {
    const rows = resultOf(results, 'reads').rows.filter(
      ({ subject, task }) => subject === 'ours, sqlite' && task !== 'page of a publisher',
    );
    const load = peak.reduce((sum, { task, perSecond }) => sum + perSecond / throughputOf(rows, task), 0);
    return [
      ...table(
        ['Request', 'Per second', 'Share of bare `node:http`'],
        rows.map((row) => [requestOf(row), thousands(row.value), digits(row.ratio)]),
      ),
      '',
      `The peak above, with crawls by pages of 30, takes ${Math.round(load * 100)} % of one such core.`,
    ].join('\n');
  },
};

const resultOf = (results: Results, name: string): Result => {
  const result = results[name];
  if (result === undefined) throw new Error(`there is no result of ${name}; run npm run bench -- ${name}`);
  return result;
};

const throughputOf = (rows: readonly Row[], task: string): number => {
  const value = rows.find((row) => row.task === task)?.value;
  if (value === undefined) throw new Error(`there is no throughput of "${task}"; run npm run bench -- reads`);
  return value;
};

/** One line for each task and one column for each engine, with the notes of the benchmark. */
const ratiosByEngine = (head: string, { rows }: Result): string => {
  const lines = Map.groupBy(rows, requestOf);
  const of = (engine: string, all: readonly Row[]): string => {
    const row = all.find(({ subject }) => subject.startsWith(`ours, ${engine}`));
    return row === undefined ? '–' : `${digits(row.ratio)}${row.note === undefined ? '' : ` (${row.note})`}`;
  };
  return table(
    [head, 'SQLite', 'PostgreSQL'],
    [...lines].map(([label, all]) => [label, of('sqlite', all), of('postgres', all)]),
  ).join('\n');
};

/** The name of a row without its engine. */
const requestOf = ({ task, subject, base }: Row): string => {
  const [, , writers] = subject.split(', ');
  if (writers !== undefined) return writers;
  return base === 'bare node:http' ? task : `${task}, against ${base}`;
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map((cells) => `| ${cells.join(' | ')} |`),
];

/** Two digits, because the rounds agree on no more. */
const digits = (ratio = Number.NaN): string => String(Number(ratio.toPrecision(2)));

const thousands = (value = Number.NaN): string => Number(value.toPrecision(3)).toLocaleString('en-GB');
