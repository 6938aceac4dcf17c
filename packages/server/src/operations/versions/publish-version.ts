import { type Endpoints, limits } from '@patchbay/contract';
import { actAsPublisher } from '../../authorization/act-as-publisher.ts';
import { uploadTerms } from '../../packages/await-package.ts';
import { publish } from '../../lifecycle/publish.ts';
import { presentVersion } from '../../documents/present.ts';
import type { Operation } from '../operation.ts';

/**
 * Creates the node if there is none, and a Pending version with the URL for its package. Until the package is
 * stored the same request may be repeated: same version id, the metadata of the last request.
 */
export const publishVersion: Operation<Endpoints['publishVersion']> = async (context, call) => {
  const now = context.now();
  const { uploadDeadline, lookAt } = uploadTerms(context, now);
  const { node, version } = await actAsPublisher(context, call, async (tx, { tokenId, builtBy }) => {
    const upload = { uploadDeadline, uploadTokenId: tokenId };
    const { published, faults } = await publish(tx, { ...call, upload, builtBy, lookAt });
    if (published === undefined) throw faults[0];
    return published;
  });
  // Signed after the commit: the URL of a row that was rolled back would admit a package for it.
  const expires = Math.floor(now.getTime() / 1000) + limits.uploadUrlSeconds;
  const grant = {
    publisherId: call.params.publisherId,
    nodeKey: node.key,
    versionId: version.id,
    tokenId: version.uploadTokenId,
    expires,
  };
  const signedUrl = await context.blobs.signUpload(grant, context.profile.compat.packageMediaTypes);
  return {
    node_version: presentVersion(version, { node, publicUrl: context.publicUrl(), inside: true }),
    signedUrl,
  };
};
