import type { Caller } from '../accounts/caller.ts';
import type { Context } from '../context.ts';
import type { Action } from '../policy/rights.ts';
import type { NodeRecord } from '../store/rows/nodes.ts';
import type { VersionRecord } from '../store/rows/versions.ts';
import { type Act, act } from './act.ts';
import { liveNode, writableVersion } from './node.ts';

/** As `act`, on a version that is not deleted and whose node the caller may act on. Returns the result of `work`. */
export const actOnVersion = (
  context: Pick<Context, 'accounts' | 'config' | 'store'>,
  caller: Caller,
  action: Action,
  { nodeId, version }: { nodeId: string; version: string },
  work: (tx: Act, version: VersionRecord) => Promise<VersionRecord>,
): Promise<{ node: NodeRecord; version: VersionRecord }> =>
  act(context, caller, async (tx) => {
    const { node } = await liveNode(tx, action, nodeId);
    return { node, version: await work(tx, await writableVersion(tx, node, version)) };
  });
