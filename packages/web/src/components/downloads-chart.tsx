import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
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
const edges = { top: 8, right: 4, bottom: 20, left: 32 };
const months = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Downloads over time: a curve, and the same as a table. */
export const DownloadsChart = ({ days }: DownloadsChartProps) => {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const total = days.reduce((sum, { downloads }) => sum + downloads, 0);
  const title = `${formatCount(total)} downloads from ${formatDay(first.day)} to ${formatDay(last.day)}`;
  return (
    <figure class="chart">
      {days.length > 1 && <Curve days={days} title={title} from={first.day} to={last.day} />}
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

interface CurveProps extends DownloadsChartProps {
  title: string;
  from: string;
  to: string;
}

const Curve = ({ days, title, from, to }: CurveProps) => {
  const most = Math.max(1, ...days.map(({ downloads }) => downloads));
  const x = scaleUtc([new Date(from), new Date(to)], [edges.left, width - edges.right]);
  const y = scaleLinear([0, most], [height - edges.bottom, edges.top]).nice(3);
  const points = days.map(({ day, downloads }): [number, number] => [
    Math.round(x(new Date(day))),
    Math.round(y(downloads)),
  ]);
  const midnights = x.ticks(4).filter((tick) => tick.getUTCHours() === 0);
  const curve = line().curve(curveMonotoneX)(points) ?? '';
  const below = area().curve(curveMonotoneX).y0(y(0))(points) ?? '';
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
      <path class="below" d={below} />
      <path class="curve" d={curve} />
      {midnights.map((tick) => (
        <text key={tick.getTime()} x={Math.round(x(tick))} y={height - 4} text-anchor="middle">
          {months.format(tick)}
        </text>
      ))}
    </svg>
  );
};
