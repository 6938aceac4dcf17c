import type { AppNodeDefinition, Mover } from '@patchbay/contract';
import type { Act } from '../authorization/act.ts';
import { bytesAsJson, requireAppNodeBytes, requireAppNodesBytes } from '../limits/sizes.ts';
import { difference } from '../store/log/changes.ts';
import { moveBan } from '../store/rows/app-node-names.ts';
import { type AppNodeRecord, updateAppNodeRow } from '../store/rows/app-nodes.ts';
import { nodeIdOf, publisherIdOf } from '../store/rows/nodes.ts';
import { type VersionRecord, addDefinitionBytes } from '../store/rows/versions.ts';
import { requireMove } from './require-move.ts';
import { useQuota } from '../authorization/quotas.ts';
import { requireSecondModerator } from './second-moderator.ts';

/**
 * Writes the definition of an app-node, and nothing when it is the same. A ban also holds for versions of the node that
 * are read later, until it is lifted in one of them. Throws what `requireMove` throws when the movers may not set its
 * policy so, `invalid_request` when the version would hold too much, `quota_exceeded`.
 */
export const saveAppNode = async (
  tx: Act,
  version: VersionRecord,
  current: AppNodeRecord,
  definition: AppNodeDefinition,
  by: readonly Mover[],
): Promise<AppNodeRecord> => {
  requireMove('AppNode', 'policy', policyOf(current.definition), policyOf(definition), by);
  const next = { ...current, definition };
  const change = difference<AppNodeDefinition>(current.definition, definition);
  if (change === undefined) return next;
  if (isBanned(current.definition) && !isBanned(definition)) {
    const about = `${await nodeIdOf(tx.db, version.nodeKey)}@${version.version} ${current.name}`;
    requireSecondModerator(tx, { aim: 'lift-ban', subject: `app-node:${version.id}/${current.name}`, about });
  }
  requireAppNodeBytes(definition, '');
  const amount = bytesAsJson(definition) - bytesAsJson(current.definition);
  requireAppNodesBytes(version.definitionBytes + amount, '');
  const subjectId = await publisherIdOf(tx.db, version.nodeKey);
  await useQuota(tx, { name: 'definition_bytes', subjectId, amount });
  await updateAppNodeRow(tx, next);
  const { name } = current;
  await moveBan(tx, { nodeKey: version.nodeKey, name }, current.definition.policy, definition.policy);
  await addDefinitionBytes(tx, version.id, amount);
  // Who asks for the nodes that changed has to find it.
  tx.touch(version.nodeKey, { versionsChanged: true });
  await tx.append({ kind: 'app-node.updated', about: { version, name }, ...change });
  return next;
};

const isBanned = (definition: AppNodeDefinition): boolean => policyOf(definition) === 'AppNodePolicyBanned';

const policyOf = ({ policy = 'AppNodePolicyActive' }: AppNodeDefinition) => policy;
