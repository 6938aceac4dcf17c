import type { Endpoints } from '@patchbay/contract';
import { ApiError } from '../../errors.ts';
import { actOnVersion } from '../../authorization/node.ts';
import { requireAppNodeBytes } from '../../limits/sizes.ts';
import { storeSentAppNodes } from '../../lifecycle/package.ts';
import type { Operation } from '../operation.ts';

/** Stores app-nodes that a client extracted, unless the server has already extracted them. */
export const createAppNodes: Operation<Endpoints['createAppNodes']> = async (
  context,
  { params, body, ...caller },
) => {
  await actOnVersion(context, caller, 'moderate', params, async (tx, version) => {
    if (version.extractStatus === 'success') {
      throw new ApiError(
        'illegal_transition',
        `The app-nodes of version "${version.version}" are already stored. A moderator can replace them with PUT below /admin.`,
      );
    }
    const { success = true, nodes = {} } = body;
    const definitions = new Map(success ? Object.entries(nodes) : []);
    for (const [name, definition] of definitions) requireAppNodeBytes(definition, `/nodes/${name}`);
    await storeSentAppNodes(tx, version, definitions, statusOf(success, definitions.size));
  });
};

const statusOf = (success: boolean, count: number) => {
  if (!success) return 'failed';
  return count > 0 ? 'success' : 'unsupported';
};
