import { type Endpoints, versionOfFile } from '@patchbay/contract';
import { packageKey } from '../../packages/blobs/blob-store.ts';
import type { Context } from '../../context.ts';
import { ApiError, nodeNotFound, unavailable } from '../../errors.ts';
import { requireFetched } from '../../replication/replication.ts';
import { installableVersion, publicNode } from '../../authorization/node.ts';
import { wasPublisherOf } from '../../store/rows/nodes.ts';
import type { PackageReply } from '../answers.ts';
import type { Operation } from '../operation.ts';

/**
 * The package of an Active version, also under the id of a former publisher of the node. Counts no download: the
 * install request did.
 */
export const downloadPackage: Operation<Endpoints['downloadPackage']> = async (
  { config, store, blobs, verifier, replication },
  { params },
) => {
  const number = versionOfFile(params.file);
  const { node, publisher } = await publicNode(store.read, params.nodeId, { number });
  const isOwner =
    publisher.id === params.publisherId || (await wasPublisherOf(store.read, node.key, params.publisherId));
  if (!isOwner) throw nodeNotFound(params.nodeId);
  if (number === undefined) {
    throw new ApiError(
      'version_not_found',
      `No package is called "${params.file}". The address of a package ends with its version and .zip, such as 1.0.0.zip.`,
    );
  }
  const installable = await installableVersion(store.read, node, number);
  if (replication === undefined && !verifier.isVerified(installable.id)) {
    await requireFetched(store.read, node, installable);
  }
  const version = (await replication?.withPackage(node, installable)) ?? installable;
  const { package: stored } = version;
  if (stored === undefined) throw unavailable(`active version ${version.id} has no package here`);
  const key = packageKey(node, version.id, stored.sha256);
  const fileName = `${node.id}-${version.version}.zip`;
  const address = addressOf({ config, blobs }, key, fileName);
  const expected = { id: version.id, key, ...stored };
  return {
    fileName,
    ...stored,
    open: (range) => verifier.open(expected, range),
    ...(address === undefined
      ? {}
      : {
          address: async () => {
            await verifier.verify(expected);
            return address();
          },
        }),
  };
};

const addressOf = (
  { config, blobs }: Pick<Context, 'config' | 'blobs'>,
  key: string,
  fileName: string,
): PackageReply['address'] => {
  const { PACKAGES_PUBLIC_URL: base } = config;
  const { signDownload } = blobs;
  if (base !== undefined) return async () => `${base}/${key}`;
  return signDownload && (() => signDownload(key, fileName));
};
