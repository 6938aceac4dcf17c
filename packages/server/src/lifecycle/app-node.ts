import type { AppNodeDefinition, Mover } from '@patchbay/contract';
import { requireAppNodeBytes, requireAppNodesBytes } from '../access/metadata-bytes.ts';
import { bytesAsJson } from '../policy/bytes-as-json.ts';
import { difference } from '../store/log/changes.ts';
import { type AppNodeRecord, findAppNodesBytes, updateAppNodeRow } from '../store/rows/app-nodes.ts';
import type { VersionRecord } from '../store/rows/versions.ts';
import type { Writer } from '../store/store.ts';
import { requireMove } from './require-move.ts';

/**
 * Writes the definition of an app-node, and nothing when it is the same. Throws what `requireMove` throws when the
 * movers may not set its policy so, `invalid_request` when the version would hold too much.
 */
export const saveAppNode = async (
  tx: Writer,
  version: VersionRecord,
  current: AppNodeRecord,
  definition: AppNodeDefinition,
  by: readonly Mover[],
): Promise<AppNodeRecord> => {
  requireMove('AppNode', 'policy', policyOf(current.definition), policyOf(definition), by);
  const next = { ...current, definition };
  const change = difference<AppNodeDefinition>(current.definition, definition);
  if (change === undefined) return next;
  requireAppNodeBytes(definition, '');
  const others = await findAppNodesBytes(tx.db, version.id, { besides: current.name });
  requireAppNodesBytes(others + bytesAsJson(definition), '');
  await updateAppNodeRow(tx, next);
  await tx.append({ kind: 'app-node.updated', about: { version, name: current.name }, ...change });
  return next;
};

const policyOf = ({ policy = 'AppNodePolicyActive' }: AppNodeDefinition) => policy;
