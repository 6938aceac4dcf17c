import type { Endpoints } from '@patchbay/contract';
import { packageKey } from '../blobs/keys.ts';
import type { Context, Operation, PackageReply } from '../context.ts';
import { nodeNotFound, versionNotFound } from '../errors.ts';
import { installableVersion, publicNode } from '../guards/node.ts';
import { canonicalVersion } from '../policy/canonical-version.ts';

const extension = '.zip';

/** The package of an Active version; sending it counts as one download. */
export const downloadPackage: Operation<Endpoints['downloadPackage']> = async (
  { config, store, blobs, downloads, profile },
  { params },
) => {
  const { node, publisher } = await publicNode(store.read, params.nodeId);
  if (publisher.id !== params.publisherId) throw nodeNotFound(params.nodeId);
  if (!params.file.endsWith(extension)) throw versionNotFound(node.id, params.file);
  const version = await installableVersion(
    store.read,
    node,
    canonicalVersion(params.file.slice(0, -extension.length), profile.habits),
  );
  if (version.package === undefined) throw new Error(`active version ${version.id} has no package`);
  const key = packageKey(node, version.id, version.package.sha256);
  const fileName = `${node.id}-${version.version}.zip`;
  const address = addressOf({ config, blobs }, key, fileName);
  return {
    fileName,
    ...version.package,
    open: (range) => blobs.open(key, range),
    ...(address === undefined ? {} : { address }),
    onSend: () => downloads.count(node.key),
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
