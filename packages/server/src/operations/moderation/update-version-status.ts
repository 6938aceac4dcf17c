import type { Endpoints } from '@patchbay/contract';
import { presentVersion } from '../../documents/present.ts';
import { moderations } from '../../lifecycle/moderations.ts';
import { Accepted } from '../answers.ts';
import type { Operation } from '../operation.ts';
import { actOrPropose } from '../propose-moderation.ts';

/** A moderator's transition of a version, with a reason for its publisher. */
export const updateVersionStatus: Operation<Endpoints['updateVersionStatus']> = async (
  context,
  { params, body, ...caller },
) => {
  const reason = body.status_reason ?? body.reason ?? '';
  const proposed = { moderation: 'version', params, body, reason } as const;
  const moderated = await actOrPropose(context, caller, proposed, (tx) =>
    moderations.version(tx, params, body),
  );
  if (moderated instanceof Accepted) return moderated;
  const { node, version } = moderated;
  return presentVersion(version, { node, publicUrl: context.publicUrl(), inside: true });
};
