import type { Results } from './results.ts';
import type { Row } from './row.ts';

/** The results as Markdown, one table for each benchmark. */
export const writeTable = (results: Results): string =>
  Object.entries(results)
    .map(([name, { measuredAt, machine, settings, rows }]) =>
      [
        `## ${name}`,
        '',
        `${measuredAt.slice(0, 10)}, ${machine.processor}, ${machine.cores} cores${machine.bound ? ', server and load each on one of them' : ''}, Node.js ${machine.node}; medians of ${settings.rounds} interleaved rounds, their extremes in brackets.`,
        '',
        '| Task | Subject | Base | Subject ÷ base | Better | Subject | Base |',
        '|---|---|---|---|---|---|---|',
        ...rows.map(line),
        '',
      ].join('\n'),
    )
    .join('\n');

const line = ({
  task,
  subject,
  base,
  ratio,
  low,
  high,
  better,
  value,
  baseValue,
  unit,
  note,
}: Row): string => {
  const cells =
    ratio === undefined
      ? [task, subject, base, `not measured: ${note ?? ''}`, '', '', '']
      : [
          task,
          note === undefined ? subject : `${subject} (${note})`,
          base,
          `**${short(ratio)}** (${short(low)}–${short(high)})`,
          better,
          `${short(value)} ${unit ?? ''}`,
          `${short(baseValue)} ${unit ?? ''}`,
        ];
  return `| ${cells.join(' | ')} |`;
};

/** Three digits, which is more than these measurements justify. */
const short = (value = Number.NaN): string =>
  value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
