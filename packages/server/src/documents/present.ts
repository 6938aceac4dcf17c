import {
  type AppNode,
  type Node,
  type NodeVersion,
  type Publisher,
  type PublisherMember,
  type VersionAppNode,
  packagePath,
} from '@patchbay/contract';
import { RULES } from '@patchbay/inspect/facts';
import { shownStatus } from '../authorization/availability.ts';
import { type Actor, may } from '../authorization/rights.ts';
import type { AppNodeHistory } from '../store/listing/app-node-history.ts';
import type { AppNodeRecord } from '../store/rows/app-nodes.ts';
import type { MemberRecord } from '../store/rows/members.ts';
import type { NodeCard } from '../store/rows/node-cards.ts';
import type { NodeRecord } from '../store/rows/nodes.ts';
import type { PublisherRecord } from '../store/rows/publishers.ts';
import type { ShownVersion } from '../store/rows/versions.ts';

export const presentPublisher = ({ id, profile, status, createdAt }: PublisherRecord): Publisher => ({
  id,
  ...profile,
  createdAt,
  status,
});

export const presentMember = (
  { id, role, user }: MemberRecord,
  { withEmail }: { withEmail: boolean },
): PublisherMember => ({
  id,
  role,
  user: { id: user.id, name: user.name, ...(withEmail ? { email: user.email } : {}) },
});

export const presentPublisherWithMembers = (
  publisher: PublisherRecord,
  members: readonly MemberRecord[],
  view: { withEmail: boolean },
): Publisher => ({
  ...presentPublisher(publisher),
  members: members.map((member) => presentMember(member, view)),
});

const noticeOf: ReadonlyMap<string, string> = new Map(
  Object.entries(RULES).flatMap(([rule, { notice }]) => (notice === undefined ? [] : [[rule, notice]])),
);

/** What everybody is told of a version's package, from the rules that found something in it. */
export const presentNotices = (found: Readonly<Record<string, number>>): { notices?: string[] } => {
  const notices = Object.keys(found).flatMap((rule) => noticeOf.get(rule) ?? []);
  return notices.length === 0 ? {} : { notices };
};

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

export interface NodeView {
  publicUrl: string;
  /** Whether the caller is a member of the publisher or a moderator. */
  inside: boolean;
  withTranslations: boolean;
}

/** How this caller sees nodes of any publisher. */
export const viewOfCatalogue = (
  publicUrl: string,
  actor: Actor,
  { include_translations: withTranslations = false }: { include_translations?: boolean },
): NodeView => ({ publicUrl, inside: may(actor, 'moderate'), withTranslations });

export const presentNode = ({ node, publisher, latestVersion, upstream }: NodeCard, view: NodeView): Node => {
  const { translations, ...metadata } = node.metadata;
  const { status_detail, tags_admin, ...moderation } = node.moderation;
  return {
    id: node.id,
    ...metadata,
    ...(view.withTranslations && translations !== undefined ? { translations } : {}),
    ...moderation,
    ...(view.inside && status_detail !== undefined ? { status_detail } : {}),
    ...(view.inside && tags_admin !== undefined ? { tags_admin } : {}),
    created_at: node.createdAt,
    updated_at: node.updatedAt,
    ...(node.formerIds.length === 0 ? {} : { former_ids: [...node.formerIds] }),
    downloads: node.downloads,
    ...(latestVersion === undefined
      ? {}
      : { latest_version: presentVersion(latestVersion, { ...view, node }) }),
    publisher: presentPublisher(publisher),
    ...presentRating(node),
    status: shownStatus(publisher, node),
    ...(upstream === undefined ? {} : { upstream }),
  };
};

const presentRating = ({ ratingSum, ratingCount }: NodeRecord): { rating?: number } =>
  ratingCount === 0 ? {} : { rating: ratingSum / ratingCount };

export const presentAppNode = ({ name, definition }: AppNodeRecord): AppNode => ({
  app_node_name: name,
  policy: 'AppNodePolicyActive',
  ...definition,
});

/** With what is known of its history. */
export const presentVersionAppNode = (
  appNode: AppNodeRecord,
  { since, changedIn }: AppNodeHistory = {},
): VersionAppNode => ({
  ...presentAppNode(appNode),
  ...(since !== undefined && { since }),
  ...(changedIn !== undefined && { changed_in: changedIn }),
});
