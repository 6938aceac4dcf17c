import type { PackageFault } from '../package/package-fault.ts';

interface FaultListProps {
  faults: readonly PackageFault[];
}

const detailsMax = 20;

/** What was refused and why, each fault with the values that are wrong. */
export const FaultList = ({ faults }: FaultListProps) =>
  faults.length === 0 ? null : (
    <ul class="faults">
      {faults.map(({ message, details }) => (
        <li key={message}>
          <bdi>{message}</bdi>
          {details.length > 0 && (
            <ul>
              {details.slice(0, detailsMax).map(({ path, message: what }) => (
                <li key={path + what}>
                  <code>
                    <bdi>{path}</bdi>
                  </code>{' '}
                  <bdi>{what}</bdi>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
