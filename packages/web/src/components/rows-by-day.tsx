import { sumOf } from '../sum-of.ts';

interface RowsByDayProps {
  title: string;
  days: readonly string[];
  /** Each with a value for each day. */
  rows: readonly { readonly label: string; readonly values: readonly number[] }[];
  format?: (value: number) => string;
}

const height = 24;

/** Numbers of named things over time: for each its sum and its days as bars of one scale; and all of it as a table. */
export const RowsByDay = ({ title, days, rows, format = String }: RowsByDayProps) => {
  const most = Math.max(1, ...rows.flatMap(({ values }) => values));
  return (
    <figure class="chart">
      <figcaption>
        <h2>{title}</h2>
        {rows.length > 0 && (
          <span class="quiet">
            {days[0]} to {days.at(-1)}, highest: {format(most)}
          </span>
        )}
      </figcaption>
      {rows.length === 0 ? (
        <p class="quiet">None in these {days.length} days.</p>
      ) : (
        <>
          <table>
            <tbody>
              {rows.map(({ label, values }) => (
                <tr key={label}>
                  <th scope="row">
                    <bdi>{label}</bdi>
                  </th>
                  <td>{format(sumOf(values))}</td>
                  <td>
                    <svg
                      class="days"
                      viewBox={`0 0 ${days.length * 4} ${height}`}
                      preserveAspectRatio="none"
                      aria-hidden="true"
                    >
                      <line x1={0} x2={days.length * 4} y1={height} y2={height} />
                      {values.map((value, index) => {
                        const size = value === 0 ? 0 : Math.max(2, (value / most) * height);
                        return <rect key={index} x={index * 4} y={height - size} width={3} height={size} />;
                      })}
                    </svg>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <DaysTable title={title} days={days} rows={rows} format={format} />
        </>
      )}
    </figure>
  );
};

/** Only the days on which there was something. */
const DaysTable = ({ title, days, rows, format = String }: RowsByDayProps) => (
  <details>
    <summary>As a table</summary>
    <div class="wide" tabIndex={0}>
      <table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {rows.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, index) =>
            rows.every(({ values }) => values[index] === 0) ? null : (
              <tr key={day}>
                <th scope="row">{day}</th>
                {rows.map(({ label, values }) => (
                  <td key={label}>{format(values[index] ?? 0)}</td>
                ))}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  </details>
);
