interface RankChartProps {
  title: string;
  bars: readonly { readonly label: string; readonly value: number }[];
  format?: (value: number) => string;
}

/** Numbers of named things, each with its bar beside it. */
export const RankChart = ({ title, bars, format = String }: RankChartProps) => {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <figure class="chart">
      <figcaption>
        <h2>{title}</h2>
      </figcaption>
      {bars.length === 0 ? (
        <p class="quiet">Nothing yet.</p>
      ) : (
        <table>
          <tbody>
            {bars.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">
                  <bdi>{label}</bdi>
                </th>
                <td>{format(value)}</td>
                <td>
                  <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                    <rect width={(value / most) * 100} height={8} />
                  </svg>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </figure>
  );
};
