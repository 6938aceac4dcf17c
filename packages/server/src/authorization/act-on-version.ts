import type { Caller } from '../accounts/caller.ts';
import type { Context } from '../context.ts';
import type { Action } from './rights.ts';
import type { NodeRecord } from '../store/rows/nodes.ts';
import type { VersionRecord } from '../store/rows/versions.ts';
import { type Act, act } from './act.ts';
import { liveNode, writableVersion } from './node.ts';

/** As `act`, on a version that is not deleted and whose node the caller may act on. Returns the result of `work`. */
export const actOnVersion = <T>(
  context: Pick<Context, 'accounts' | 'config' | 'store'>,
  caller: Caller,
  action: Action,
  { nodeId, version }: { nodeId: string; version: string },
  work: (tx: Act, version: VersionRecord, node: NodeRecord) => Promise<T>,
): Promise<T> =>
  act(context, caller, async (tx) => {
    const { node } = await liveNode(tx, action, nodeId);
    return work(tx, await writableVersion(tx, node, version), node);
  });
