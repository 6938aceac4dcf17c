import type { Endpoints } from '@patchbay/contract';
import { ApiError } from '../../errors.ts';
import { actOnVersion } from '../../access/act-on-version.ts';
import { extractAgain } from '../../lifecycle/package.ts';
import { moversOf } from '../../lifecycle/require-move.ts';
import { presentVersion } from '../../present/version.ts';
import type { Operation } from '../operation.ts';

/** Enqueues a new extraction of a version's app-nodes. */
export const extractVersion: Operation<Endpoints['extractVersion']> = async (
  context,
  { params, ...caller },
) => {
  const { node, version } = await actOnVersion(context, caller, 'version.edit', params, (tx, current) => {
    if (current.package === undefined) {
      throw new ApiError(
        'illegal_transition',
        'The package of this version has not arrived yet. Upload it first.',
      );
    }
    return extractAgain(tx, current, moversOf(tx.actor));
  });
  return presentVersion(version, { node, publicUrl: context.publicUrl(), inside: true });
};
