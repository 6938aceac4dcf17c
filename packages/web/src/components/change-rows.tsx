import type { Change } from '@patchbay/contract/compare';
import { Clipped } from './clipped.tsx';
import { formatCount } from '../format.ts';

const shownMax = 200;

interface ChangeRowsProps {
  /** What the table is about. */
  label: string;
  changes: readonly Change[];
}

/** Changes as a table: what, before and after. */
export const ChangeRows = ({ label, changes }: ChangeRowsProps) => (
  <>
    <table class="changed">
      <caption class="hidden">{label}</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.slice(0, shownMax).map((change, index) => (
          <tr key={index}>
            <td>
              <Clipped text={change.what} />
              {change.effect !== 'none' && <Effect {...change} />}
            </td>
            <td class="went">{change.before !== undefined && <Clipped text={change.before} />}</td>
            <td class="came">{change.after !== undefined && <Clipped text={change.after} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
    {changes.length > shownMax && <p class="quiet">And {formatCount(changes.length - shownMax)} more.</p>}
  </>
);

const Effect = ({ effect, why }: Change) => (
  <>
    {' '}
    <span class={`tag ${effect === 'breaking' ? 'bad' : 'warn'}`}>{effect}</span>
    {why !== undefined && (
      <small class="quiet why">
        <Clipped text={why} />
      </small>
    )}
  </>
);
