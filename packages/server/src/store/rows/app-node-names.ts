import { sql } from 'kysely';
import { prepareWrite } from '../prepare.ts';
import type { ReadConnection, Writer } from '../store.ts';
import { type AppNodePolicy, limits } from '@patchbay/contract';

/**
 * Records a time, by default the current one, as the node's claim to each app-node name of an Active version. A name
 * that the node had before keeps its time: a claim outlives the version, a ban and a new extraction.
 */
export const claimAppNodeNames = async (
  tx: Writer,
  { id, nodeKey }: { id: string; nodeKey: string },
  at: string = tx.now,
): Promise<void> => {
  await insertClaims(tx.db, { id, nodeKey, at });
};

const insertClaims = prepareWrite((db, { id, nodeKey, at }: { id: string; nodeKey: string; at: string }) =>
  db
    .insertInto('app_node_claims')
    .columns(['name', 'node_key', 'first_active_at'])
    .expression((eb) =>
      eb
        .selectFrom('app_nodes')
        .select(['name', sql.val(nodeKey).as('node_key'), sql.val(at).as('first_active_at')])
        .where('version_id', '=', id),
    )
    .onConflict((conflict) => conflict.doNothing()),
);

/** At most `max` app-node names of Active versions to which their node has no claim. */
export const findUnclaimedNames = (
  read: ReadConnection,
  max: number,
): Promise<{ versionId: string; name: string }[]> =>
  read
    .selectFrom('app_nodes')
    .innerJoin('versions', 'versions.id', 'app_nodes.version_id')
    .leftJoin('app_node_claims', (on) =>
      on
        .onRef('app_node_claims.name', '=', 'app_nodes.name')
        .onRef('app_node_claims.node_key', '=', 'versions.node_key'),
    )
    .select(['versions.id as versionId', 'app_nodes.name'])
    .where('versions.status', '=', 'NodeVersionStatusActive')
    .where('app_node_claims.name', 'is', null)
    .limit(max)
    .execute();

const banned: AppNodePolicy = 'AppNodePolicyBanned';

/** The app-node names that are banned for a node. */
export const findBannedNames = async (
  read: ReadConnection,
  nodeKey: string,
): Promise<ReadonlySet<string>> => {
  const rows = await read
    .selectFrom('app_node_bans')
    .select('name')
    .where('node_key', '=', nodeKey)
    .execute();
  return new Set(rows.map(({ name }) => name));
};

/**
 * The app-node names of a node that a moderator of this registry banned, by the log: what is taken from a source leaves
 * no change of an app-node there.
 */
export const findNamesBannedHere = async (
  read: ReadConnection,
  nodeKey: string,
): Promise<ReadonlySet<string>> => {
  const ofVersion = (end: string) => sql<string>`'app-node:' || versions.id || ${end}`;
  const rows = await read
    .selectFrom('versions')
    .innerJoin('changes', (on) =>
      // The character behind the slash is the zero.
      on.on('changes.subject', '>', ofVersion('/')).on('changes.subject', '<', ofVersion('0')),
    )
    .select(['changes.subject', 'changes.before_json', 'changes.after_json'])
    .where('versions.node_key', '=', nodeKey)
    .where('changes.action', '=', 'app-node.updated')
    .orderBy('changes.seq')
    .execute();
  const names = new Set<string>();
  for (const { subject, before_json: before, after_json: after } of rows) {
    const name = subject.slice(subject.indexOf('/') + 1);
    if (policyIn(after) === banned) names.add(name);
    else if (policyIn(before) === banned) names.delete(name);
  }
  return names;
};

/** At most `max` nodes with names that are banned by the log alone. */
export const findLostBans = async (
  read: ReadConnection,
  max: number,
): Promise<{ nodeKey: string; names: string[] }[]> => {
  const nodes = await read
    .selectFrom('changes')
    .innerJoin('nodes', 'nodes.key', 'changes.node_key')
    .select('nodes.key')
    .distinct()
    .where('changes.action', '=', 'app-node.updated')
    .where('changes.after_json', 'like', `%"${banned}"%`)
    .orderBy('nodes.key')
    .execute();
  const lost: { nodeKey: string; names: string[] }[] = [];
  for (const { key: nodeKey } of nodes) {
    const known = await findBannedNames(read, nodeKey);
    const names = [...(await findNamesBannedHere(read, nodeKey))].filter((name) => !known.has(name));
    if (names.length > 0) lost.push({ nodeKey, names });
    if (lost.length === max) break;
  }
  return lost;
};

/** Bans again what the log says is banned. */
export const restoreBans = async (tx: Writer, nodeKey: string): Promise<void> => {
  for (const name of await findNamesBannedHere(tx.db, nodeKey)) await insertBan(tx, { nodeKey, name });
};

const insertBan = async (tx: Writer, { nodeKey, name }: { nodeKey: string; name: string }): Promise<void> => {
  await tx.db
    .insertInto('app_node_bans')
    .values({ node_key: nodeKey, name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

const policyIn = (json: string | null): AppNodePolicy | undefined =>
  (JSON.parse(json ?? '{}') as { policy?: AppNodePolicy }).policy;

/** Records that the policy of an app-node becomes `after`: a ban that it sets or lifts counts for the whole node. */
export const moveBan = async (
  tx: Writer,
  { nodeKey, name }: { nodeKey: string; name: string },
  before: AppNodePolicy | undefined,
  after: AppNodePolicy | undefined,
): Promise<void> => {
  if (before !== banned && after === banned) await insertBan(tx, { nodeKey, name });
  if (before === banned && after !== banned) {
    await tx.db
      .deleteFrom('app_node_bans')
      .where('node_key', '=', nodeKey)
      .where('name', '=', name)
      .execute();
  }
};

/** A longer text cannot be an app-node's name, and is too long for an index. */
const canBeName = (name: string): boolean => name.length <= limits.appNodeNameCharsMax;

/** Updates the rows by which the names that a node preempts are looked up. */
export const keepPreemptedNames = async (
  tx: Writer,
  nodeKey: string,
  names: readonly string[],
): Promise<void> => {
  const { gone, missing } = await comparePreemptedNames(tx.db, nodeKey, names);
  for (const name of gone) {
    await tx.db
      .deleteFrom('preempted_names')
      .where('node_key', '=', nodeKey)
      .where('name', '=', name)
      .execute();
  }
  for (const name of missing) {
    await tx.db.insertInto('preempted_names').values({ name, node_key: nodeKey }).execute();
  }
};

/** The rows of a node that should not exist, and those that are missing. */
export const comparePreemptedNames = async (
  read: ReadConnection,
  nodeKey: string,
  names: readonly string[],
): Promise<{ gone: string[]; missing: string[] }> => {
  const wanted = new Set(names.filter(canBeName));
  const rows = await read
    .selectFrom('preempted_names')
    .select('name')
    .where('node_key', '=', nodeKey)
    .execute();
  const known = new Set(rows.map(({ name }) => name));
  return {
    gone: [...known].filter((name) => !wanted.has(name)),
    missing: [...wanted].filter((name) => !known.has(name)),
  };
};
