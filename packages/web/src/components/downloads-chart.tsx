import { scaleLinear } from 'd3-scale';
import { countOf } from '../count-of.ts';
import { formatCompact, formatCount, formatDay } from '../format.ts';

export interface DayCount {
  /** `2026-01-07`, in UTC. */
  readonly day: string;
  readonly downloads: number;
}

interface DownloadsChartProps {
  /** Each day of a range, in order. */
  days: readonly DayCount[];
}

const [width, height] = [320, 120];
const edges = { top: 8, right: 12, bottom: 20, left: 32 };
/** Each day so far from the last one has its name. */
const labelledDays = 7;
const months = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Downloads over time: a bar for each day, and the same as a table. */
export const DownloadsChart = ({ days }: DownloadsChartProps) => {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return <p class="quiet">Nobody has downloaded it yet.</p>;
  const total = days.reduce((sum, { downloads }) => sum + downloads, 0);
  const title = `${countOf(total, 'download')} from ${formatDay(first.day)} to ${formatDay(last.day)}`;
  return (
    <figure class="chart">
      <Bars days={days} title={title} />
      <figcaption class="quiet">{title}</figcaption>
      <details>
        <summary>As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Downloads</th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter(({ downloads }) => downloads > 0)
              .toReversed()
              .map(({ day, downloads }) => (
                <tr key={day}>
                  <td>{formatDay(day)}</td>
                  <td>{formatCount(downloads)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
};

const Bars = ({ days, title }: DownloadsChartProps & { title: string }) => {
  const most = Math.max(1, ...days.map(({ downloads }) => downloads));
  const y = scaleLinear([0, most], [height - edges.bottom, edges.top]).nice(3);
  const step = (width - edges.left - edges.right) / days.length;
  const x = (index: number): number => edges.left + index * step;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
      {y
        .ticks(3)
        .filter(Number.isInteger)
        .map((tick) => (
          <g key={tick}>
            <line class="grid" x1={edges.left} x2={width - edges.right} y1={y(tick)} y2={y(tick)} />
            <text x={edges.left - 6} y={y(tick)} dy="0.32em" text-anchor="end">
              {formatCompact(tick)}
            </text>
          </g>
        ))}
      {days.map(({ day, downloads }, index) =>
        downloads === 0 ? null : (
          <rect
            key={day}
            class="bar"
            x={(x(index) + step * 0.15).toFixed(1)}
            y={y(downloads).toFixed(1)}
            width={(step * 0.7).toFixed(1)}
            height={(y(0) - y(downloads)).toFixed(1)}
          />
        ),
      )}
      {days.map(({ day }, index) =>
        (days.length - 1 - index) % labelledDays === 0 ? (
          <text key={day} x={x(index + 0.5).toFixed(1)} y={height - 4} text-anchor="middle">
            {months.format(new Date(day))}
          </text>
        ) : null,
      )}
    </svg>
  );
};
