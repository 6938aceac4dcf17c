import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { requireVersionBytes } from '../../limits/sizes.ts';
import { liveOwnedNode, writableVersion } from '../../authorization/node.ts';
import { editVersion } from '../../lifecycle/version.ts';
import { mergePatch } from '../../lifecycle/merge.ts';
import { presentVersion } from '../../documents/present.ts';
import { difference } from '../../store/log/changes.ts';
import type { VersionMetadata, VersionRecord } from '../../store/rows/versions.ts';
import type { Operation } from '../operation.ts';

/** Changes the changelog of a version and its deprecation with its reason. */
export const updateVersion: Operation<Endpoints['updateVersion']> = async (
  context,
  { params, body, ...caller },
) => {
  const { node, version } = await act(context, caller, async (tx) => {
    const { node } = await liveOwnedNode(tx, 'version.edit', params);
    const current = await writableVersion(tx, node, params.versionId);
    const { changelog, deprecation_message } = body;
    const deprecated = body.deprecated === undefined ? current.deprecated : body.deprecated === true;
    const patch = {
      ...(changelog !== undefined && { changelog }),
      // The reason goes with the deprecation.
      ...(deprecated ? deprecation_message !== undefined && { deprecation_message } : noReason),
    };
    const edit = { metadata: mergePatch<VersionMetadata>(current.metadata, patch), deprecated };
    const change = difference(editable(current), editable(edit));
    if (change === undefined) return { node, version: current };
    requireVersionBytes(edit.metadata, '');
    return { node, version: await editVersion(tx, current, edit, { kind: 'version.updated', ...change }) };
  });
  return presentVersion(version, { node, publicUrl: context.publicUrl(), inside: true });
};

const noReason = { deprecation_message: null };

const editable = ({ metadata, deprecated }: Pick<VersionRecord, 'metadata' | 'deprecated'>) => ({
  changelog: metadata.changelog,
  deprecated,
  deprecation_message: metadata.deprecation_message,
});
