import { type GetLimitsReply, getLimits } from '@patchbay/client';
import { limitMeanings, rateInWords, snakeCase } from '@patchbay/contract';
import { formatCount } from '../../format.ts';
import { page } from '../../page.ts';
import { GuideNav } from './guide-nav.tsx';
import { useHref } from '../../visit.ts';

/** What everybody may send, keep and ask for on this registry. */
export const limitsPage = page({
  path: '/guide/limits',
  audience: 'anyone',
  changesWith: 'catalogue',
  show: async ({ client }) => ({
    title: 'Limits',
    description: 'What a request may hold, what an account may keep, and how often it may ask.',
    body: <AllLimits limits={await getLimits(client)} />,
  }),
});

const meanings = new Map(Object.entries(limitMeanings).map(([name, means]) => [snakeCase(name), means]));

const AllLimits = ({ limits: { limits, quotas, rates, settings } }: { limits: GetLimitsReply }) => {
  const href = useHref();
  return (
    <div class="guide">
      <GuideNav address="limits" />
      <article class="prose">
        <h1>Limits</h1>
        <p>
          What holds for everyone on this registry. <a href={href('/guide/limits-in-detail')}>The docs</a> say
          what happens past them, and who can raise which.
        </p>
        <Rows
          name="Rates"
          heads={['Rate', 'One for each', 'Tokens', 'Taken by']}
          rows={Object.entries(rates).map(
            ([name, { by, burst, full_after_seconds: fullAfterSeconds, of }]) => [
              name,
              by,
              rateInWords({ burst, fullAfterSeconds }),
              of,
            ],
          )}
        />
        <Rows
          name="Quotas"
          heads={['Quota', 'Of a', 'Default', 'Counts']}
          rows={Object.entries(quotas).map(([name, quota]) => [
            name,
            quota.subject,
            formatCount(quota.default),
            quota.means,
          ])}
        />
        <Rows
          name="Requests and responses"
          heads={['Limit', 'Value', 'Bounds']}
          rows={Object.entries(limits).map(([name, value]) => [
            name,
            formatCount(value),
            meanings.get(name) ?? '',
          ])}
        />
        <Rows
          name="Packages"
          heads={['Setting', 'Value']}
          rows={Object.entries(settings).map(([name, value]) => [name, formatCount(value)])}
        />
      </article>
    </div>
  );
};

interface RowsProps {
  name: string;
  heads: readonly string[];
  /** The first cell of each names the row. */
  rows: readonly (readonly string[])[];
}

/** By the number of columns, so that none moves while rows come in. Names are whole. */
const widths: Readonly<Record<number, readonly string[]>> = {
  2: ['60%', '40%'],
  3: ['38%', '20%', '42%'],
  4: ['30%', '18%', '26%', '26%'],
};

const Rows = ({ name, heads, rows }: RowsProps) => {
  const id = name.toLowerCase().replaceAll(' ', '-');
  return (
    <>
      <h2 id={id}>{name}</h2>
      <div class="wide" tabIndex={0} role="group" aria-labelledby={id}>
        <table>
          <colgroup>
            {widths[heads.length]?.map((width, index) => (
              <col key={heads[index]} width={width} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first = '', ...cells]) => (
              <tr key={first}>
                <td>
                  <code>{first}</code>
                </td>
                {cells.map((cell, index) => (
                  <td key={heads[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
};
