import type { Endpoints } from '@patchbay/contract';
import { ApiError } from '../../errors.ts';
import type { Act } from '../../authorization/act.ts';
import { actOnVersion } from '../../authorization/node.ts';
import { useQuota } from '../../authorization/quotas.ts';
import { extractAgain } from '../../lifecycle/package.ts';
import { moversOf } from '../../lifecycle/require-move.ts';
import { accountOf } from '../../authorization/rights.ts';
import { presentVersion } from '../../documents/present.ts';
import type { VersionRecord } from '../../store/rows/versions.ts';
import type { Operation } from '../operation.ts';

/** Enqueues a new extraction of a version's app-nodes. */
export const extractVersion: Operation<Endpoints['extractVersion']> = async (
  context,
  { params, ...caller },
) => {
  return actOnVersion(context, caller, 'version.edit', params, async (tx, current, node) => {
    if (current.package === undefined) {
      throw new ApiError(
        'illegal_transition',
        'The package of this version has not arrived yet. Upload it first.',
      );
    }
    await countReading(tx, current);
    const version = await extractAgain(tx, current, moversOf(tx.actor));
    return presentVersion(version, { node, publicUrl: context.publicUrl(), inside: true });
  });
};

/** The log is going to name the app-nodes again. */
const countReading = async (tx: Act, { definitionBytes }: VersionRecord): Promise<void> => {
  const subjectId = accountOf(tx.actor);
  if (subjectId !== undefined) {
    await useQuota(tx, { name: 'change_bytes', subjectId, amount: definitionBytes });
  }
};
