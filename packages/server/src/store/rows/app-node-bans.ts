import type { AppNodePolicy } from '@patchbay/contract';
import type { Reader, Writer } from '../store.ts';

const banned: AppNodePolicy = 'AppNodePolicyBanned';

/** The app-node names that are banned for a node. */
export const findBannedNames = async (read: Reader, nodeKey: string): Promise<ReadonlySet<string>> => {
  const rows = await read
    .selectFrom('app_node_bans')
    .select('name')
    .where('node_key', '=', nodeKey)
    .execute();
  return new Set(rows.map(({ name }) => name));
};

/** Records that the policy of an app-node becomes `after`: a ban that it sets or lifts counts for the whole node. */
export const moveBan = async (
  tx: Writer,
  { nodeKey, name }: { nodeKey: string; name: string },
  before: AppNodePolicy | undefined,
  after: AppNodePolicy | undefined,
): Promise<void> => {
  if (before !== banned && after === banned) {
    await tx.db
      .insertInto('app_node_bans')
      .values({ node_key: nodeKey, name })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (before === banned && after !== banned) {
    await tx.db
      .deleteFrom('app_node_bans')
      .where('node_key', '=', nodeKey)
      .where('name', '=', name)
      .execute();
  }
};
