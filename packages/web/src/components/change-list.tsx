import type { ListChangesReply } from '@patchbay/client';
import { Day } from './day.tsx';

interface ChangeListProps {
  /** The newest first, with names. */
  changes: ListChangesReply['changes'];
}

/** Changes of the log. */
export const ChangeList = ({ changes }: ChangeListProps) =>
  changes.length === 0 ? (
    <p class="quiet">Nothing yet.</p>
  ) : (
    <ol class="changes">
      {changes.map(({ seq, at, action, actor, actor_name: name, reason }) => (
        <li key={seq}>
          <Day time={at} /> {action}{' '}
          <span class="quiet" title={actor}>
            by {byWords(actor, name)}
          </span>
          {reason !== undefined && (
            <p class="clip" dir="auto">
              {reason}
            </p>
          )}
        </li>
      ))}
    </ol>
  );

/** A name is in quotation marks: a user may be called "server". */
const byWords = (actor: string, name: string | undefined) => {
  const [kind = ''] = actor.split(':');
  if (kind === actor) return actor;
  if (name === undefined) return kind === 'upload' ? 'an upload' : `a ${kind} that is gone`;
  return (
    <>
      {kind} “<bdi>{name}</bdi>”
    </>
  );
};
