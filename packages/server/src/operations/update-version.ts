import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { liveOwnedNode, liveVersionOfNode } from '../guards/node.ts';
import { presentVersion } from '../present/version.ts';
import { aboutVersion, difference } from '../store/changes.ts';
import { type VersionRecord, updateVersionRow } from '../store/versions.ts';

/** Changes the changelog of a version, and whether it is deprecated. */
export const updateVersion: Operation<Endpoints['updateVersion']> = async (
  context,
  { actor, cause, params, body },
) => {
  const { node } = await liveOwnedNode(context, actor, 'version.edit', params);
  const version = await context.store.write(cause, async (tx) => {
    const current = await liveVersionOfNode(tx.db, node, params.versionId);
    const next: VersionRecord = {
      ...current,
      metadata: {
        ...current.metadata,
        ...(body.changelog === undefined ? {} : { changelog: body.changelog }),
      },
      deprecated: body.deprecated ?? current.deprecated,
    };
    const change = difference(editable(current), editable(next));
    if (change !== undefined) {
      await updateVersionRow(tx, next);
      await tx.append({ action: 'version.updated', ...aboutVersion(next), ...change });
    }
    return next;
  });
  return presentVersion(version, { node, publicUrl: context.publicUrl(), inside: true });
};

const editable = ({ metadata, deprecated }: VersionRecord) => ({
  changelog: metadata.changelog,
  deprecated,
});
