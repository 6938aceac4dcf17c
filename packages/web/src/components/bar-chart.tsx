import { formatCount } from '../format.ts';

interface Bar {
  readonly label: string;
  readonly value: number;
}

interface BarChartProps {
  /** What the numbers are, such as `Versions published per day`. */
  title: string;
  bars: readonly Bar[];
  format?: (value: number) => string;
}

const width = 640;
const height = 160;

/** Numbers over time as bars, and as a table for readers who cannot see them. */
export const BarChart = ({ title, bars, format = String }: BarChartProps) => {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = width / Math.max(1, bars.length);
  if (bars.every(({ value }) => value === 0)) {
    return (
      <figure class="chart">
        <figcaption>
          <h2>{title}</h2>
        </figcaption>
        <p class="quiet">None in these {formatCount(bars.length)} days.</p>
      </figure>
    );
  }
  return (
    <figure class="chart">
      <figcaption>
        <h2>{title}</h2>
        {bars.some(({ value }) => value > 0) && <span class="quiet">highest: {format(most)}</span>}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <line x1={0} x2={width} y1={height} y2={height} />
        {bars.map(({ label, value }, index) => {
          const size = Math.max(value === 0 ? 0 : 2, (value / most) * height);
          return (
            <rect
              key={label}
              x={index * step + step * 0.15}
              y={height - size}
              width={step * 0.7}
              height={size}
            >
              <title>{`${label}: ${format(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p class="ends quiet" aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
      <NumberTable title={title} bars={bars} format={format} />
    </figure>
  );
};

const NumberTable = ({ title, bars, format = String }: BarChartProps) => (
  <details>
    <summary>As a table</summary>
    <table aria-label={title}>
      <tbody>
        {bars.map(({ label, value }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{format(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);
