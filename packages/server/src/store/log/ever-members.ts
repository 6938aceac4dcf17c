import type { Reader } from '../store.ts';

/** Who ever was a member is found among so many changes of memberships, the newest ones. */
const changesMax = 1_000;

/** The ids of the users that were members of a publisher at any time, as far as the log has it. */
export const findEverMembers = async (read: Reader, publisherId: string): Promise<ReadonlySet<string>> => {
  const rows = await read
    .selectFrom('changes')
    .select(['actor', 'action', 'after_json'])
    .where('subject', '=', `publisher:${publisherId}`)
    .where('action', 'in', ['publisher.created', 'member.added'])
    .orderBy('seq', 'desc')
    .limit(changesMax)
    .execute();
  return new Set(
    rows.map(({ actor, action, after_json: after }) =>
      action === 'member.added'
        ? ((JSON.parse(after ?? '{}') as { user?: string }).user ?? '')
        : actor.replace(/^user:/, ''),
    ),
  );
};
