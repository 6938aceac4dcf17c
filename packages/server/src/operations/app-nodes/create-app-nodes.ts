import type { Endpoints } from '@patchbay/contract';
import { ApiError } from '../../errors.ts';
import { act } from '../../access/act.ts';
import { requireAppNodeBytes } from '../../access/metadata-bytes.ts';
import { liveNode, writableVersion } from '../../access/node.ts';
import { replaceAppNodes } from '../../store/rows/app-nodes.ts';
import { updateVersionRow } from '../../store/rows/versions.ts';
import type { Operation } from '../operation.ts';

/** Stores what was read from a package elsewhere, unless it was read already. */
export const createAppNodes: Operation<Endpoints['createAppNodes']> = async (
  context,
  { params, body, ...caller },
) => {
  await act(context, caller, async (tx) => {
    const { node } = await liveNode(tx, 'moderate', params.nodeId);
    const version = await writableVersion(tx, node, params.version);
    if (version.extractStatus === 'success') {
      throw new ApiError(
        'illegal_transition',
        `The app-nodes of version "${version.version}" are stored already; replace them with PUT below /admin.`,
      );
    }
    const { success = true, nodes = {} } = body;
    const definitions = new Map(success ? Object.entries(nodes) : []);
    for (const [name, definition] of definitions) requireAppNodeBytes(definition, `/nodes/${name}`);
    await replaceAppNodes(tx, version.id, definitions);
    await updateVersionRow(tx, { ...version, extractStatus: statusOf(success, definitions.size) });
    await tx.append({
      kind: 'app-nodes.stored',
      about: version,
      after: { app_node_names: [...definitions.keys()] },
    });
  });
};

const statusOf = (success: boolean, count: number) => {
  if (!success) return 'failed';
  return count > 0 ? 'success' : 'unsupported';
};
