import type { ListChangesReply } from '@patchbay/client';
import { Day } from './day.tsx';

interface ChangeListProps {
  changes: ListChangesReply['changes'];
}

/** Changes of the log, the newest first. */
export const ChangeList = ({ changes }: ChangeListProps) =>
  changes.length === 0 ? (
    <p class="quiet">Nothing yet.</p>
  ) : (
    <ol class="changes">
      {changes.toReversed().map(({ seq, at, action, actor, reason }) => (
        <li key={seq}>
          <Day time={at} /> {action} <span class="quiet">by {actor}</span>
          {reason !== undefined && (
            <p class="clip" dir="auto">
              {reason}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
