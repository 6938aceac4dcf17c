import {
  type Client,
  type PublishVersionArgs,
  RegistryError,
  getVersion,
  publishVersion,
  uploadPackage,
} from '@patchbay/client';
import { ProjectError } from '@patchbay/inspect/project';
import type { SentPackage } from '../../site.ts';

/**
 * Publishes a version and uploads its package. An earlier attempt may have come to the end or half way: the end is the
 * same, one version with these bytes. Throws if it has others, or another changelog, which would be lost.
 */
export const sendPackage = async (
  client: Client,
  publication: PublishVersionArgs,
  { bytes, sha256 }: SentPackage,
): Promise<void> => {
  try {
    const { signedUrl } = await publishVersion(client, publication);
    await uploadPackage(client, signedUrl, bytes);
  } catch (error) {
    const isThere = error instanceof RegistryError && /^(?:version|package)_exists$/.test(error.code ?? '');
    if (!isThere) throw error;
    const { nodeId, body } = publication;
    const stored = await getVersion(client, { nodeId, version: body.node_version.version });
    if (stored.package_sha256 !== sha256) throw error;
    const { version, changelog = stored.changelog } = body.node_version;
    if (changelog === stored.changelog) return;
    throw new ProjectError(
      `Version ${version} of ${nodeId} was published before with this package. Nothing was changed: it keeps its former changelog.`,
    );
  }
};
