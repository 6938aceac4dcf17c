import type { Endpoints } from '@patchbay/contract';
import { act } from '../../access/act.ts';
import { requireVersionBytes } from '../../access/metadata-bytes.ts';
import { liveOwnedNode, writableVersion } from '../../access/node.ts';
import { mergePatch } from '../../policy/merge-patch.ts';
import { presentVersion } from '../../present/version.ts';
import { difference } from '../../store/log/changes.ts';
import { type VersionRecord, updateVersionRow } from '../../store/rows/versions.ts';
import type { Operation } from '../operation.ts';

/** Changes the changelog of a version, and whether it is deprecated. */
export const updateVersion: Operation<Endpoints['updateVersion']> = async (
  context,
  { params, body, ...caller },
) => {
  const { node, version } = await act(context, caller, async (tx) => {
    const { node } = await liveOwnedNode(tx, 'version.edit', params);
    const current = await writableVersion(tx, node, params.versionId);
    const next: VersionRecord = {
      ...current,
      metadata: mergePatch(
        current.metadata,
        body.changelog === undefined ? {} : { changelog: body.changelog },
      ),
      deprecated: body.deprecated === undefined ? current.deprecated : body.deprecated === true,
    };
    const change = difference(editable(current), editable(next));
    if (change !== undefined) {
      requireVersionBytes(next.metadata, '');
      await updateVersionRow(tx, next);
      await tx.append({ kind: 'version.updated', about: next, ...change });
    }
    return { node, version: next };
  });
  return presentVersion(version, { node, publicUrl: context.publicUrl(), inside: true });
};

const editable = ({ metadata, deprecated }: VersionRecord) => ({
  changelog: metadata.changelog,
  deprecated,
});
