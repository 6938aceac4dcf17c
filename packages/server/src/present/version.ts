import { type NodeVersion, packagePath } from '@patchbay/contract';
import type { ShownVersion } from '../store/rows/versions.ts';
import { presentNotices } from './notices.ts';

/** What a response needs about a version besides its row. */
export interface VersionView {
  node: { id: string; publisherId: string };
  publicUrl: string;
  /** Whether the caller is a member of the publisher or a moderator. */
  inside: boolean;
}

export const presentVersion = (version: ShownVersion, view: VersionView): NodeVersion =>
  version.status === 'NodeVersionStatusDeleted' ? tombstone(version, view) : presentWhole(version, view);

/** A tombstone: anyone may see that a deleted version existed, and nothing else. */
const tombstone = ({ id, version, status, createdAt }: ShownVersion, { node }: VersionView): NodeVersion => ({
  id,
  node_id: node.id,
  version,
  createdAt,
  status,
});

const presentWhole = (version: ShownVersion, view: VersionView): NodeVersion => ({
  id: version.id,
  node_id: view.node.id,
  version: version.version,
  ...version.metadata,
  app_node_extract_status: version.extractStatus,
  createdAt: version.createdAt,
  deprecated: version.deprecated,
  ...presentNotices(version.found),
  ...(version.package === undefined
    ? {}
    : { package_bytes: version.package.bytes, package_sha256: version.package.sha256 }),
  status: version.status,
  ...(version.status === 'NodeVersionStatusActive'
    ? { downloadUrl: view.publicUrl + packagePath(view.node.publisherId, view.node.id, version.version) }
    : {}),
  ...(view.inside && version.statusReason !== null ? { status_reason: version.statusReason } : {}),
  ...(view.inside && version.tagsAdmin.length > 0 ? { tags_admin: [...version.tagsAdmin] } : {}),
});
