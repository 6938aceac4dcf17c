import { quotas } from '@patchbay/contract';
import { formatBytes, formatCount } from '../format.ts';

interface UsageTableProps {
  usage: Partial<Record<keyof typeof quotas, { readonly used?: number; readonly max: number }>>;
}

const isQuota = (name: string): name is keyof typeof quotas => Object.hasOwn(quotas, name);

/** How much of each quota is used. What is not counted is left out. */
export const UsageTable = ({ usage }: UsageTableProps) => (
  <table class="usage">
    <thead>
      <tr>
        <th scope="col">Quota</th>
        <th scope="col">Used</th>
        <th scope="col">At most</th>
      </tr>
    </thead>
    <tbody>
      {Object.entries(usage).map(([name, { used, max }]) => {
        if (used === undefined || !isQuota(name)) return null;
        const { unit, means } = quotas[name];
        const format = unit.startsWith('bytes') ? formatBytes : formatCount;
        return (
          <tr key={name}>
            <th scope="row">
              {unit.replace(/^bytes of /, '')}
              <p class="quiet">{means}</p>
            </th>
            <td>
              {format(used)}
              <meter aria-label={unit} value={used} max={max} high={max * 0.8} optimum={0}>
                {format(used)}
              </meter>
            </td>
            <td>{format(max)}</td>
          </tr>
        );
      })}
    </tbody>
  </table>
);
