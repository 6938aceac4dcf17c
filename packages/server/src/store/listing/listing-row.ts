import {
  type NodeMetadata,
  type NodeModeration,
  type NodeStatus,
  type NodeVersionMetadata,
  type PublisherProfile,
  type PublisherStatus,
} from '@patchbay/contract';
import { acceleratorName } from '../accelerators.ts';
import { anyOperatingSystem, operatingSystem } from '../operating-systems.ts';
import type { Row } from '../tables.ts';

/** If it is raised, the next start derives all list data again. */
export const listingRevision = 3;

/** Sorts after every rank that a moderator can set. */
export const unranked = 2_147_483_647;

/** Everything that list data is derived from. */
export interface ListingSource {
  id: string;
  metadata: NodeMetadata;
  moderation: NodeModeration;
  status: NodeStatus;
  publisher: { id: string; profile: PublisherProfile; status: PublisherStatus };
  latestVersion: NodeVersionMetadata | undefined;
  /** The Active versions and their app-nodes. */
  activeVersions: number;
  activeAppNodes: number;
  /** The size of all of this in a response. */
  bytes: number;
}

export type Entry = Pick<
  Row<'nodes'>,
  | 'listed'
  | 'listed_versions'
  | 'listed_app_nodes'
  | 'name'
  | 'search_ranking'
  | 'supported_os'
  | 'supported_accelerators'
  | 'supported_app_version'
  | 'bytes'
  | 'repository'
  | 'entry_revision'
>;

/** The declaration of the latest version, or that of the node if there is none. */
export const deriveListing = (source: ListingSource): Entry => {
  const { metadata, latestVersion } = source;
  const isListed =
    source.status === 'NodeStatusActive' && source.publisher.status === 'PublisherStatusActive';
  const systems = (latestVersion?.supported_os ?? metadata.supported_os ?? []).map(operatingSystem);
  return {
    listed: isListed ? 1 : 0,
    listed_versions: isListed ? source.activeVersions : 0,
    listed_app_nodes: isListed ? source.activeAppNodes : 0,
    name: displayName(source).toLowerCase(),
    search_ranking: source.moderation.search_ranking ?? unranked,
    supported_os: systems.includes(anyOperatingSystem) ? '' : lines(systems),
    supported_accelerators: lines(
      (latestVersion?.supported_accelerators ?? metadata.supported_accelerators ?? []).map(acceleratorName),
    ),
    supported_app_version: latestVersion?.supported_app_version ?? metadata.supported_app_version ?? '',
    bytes: source.bytes,
    repository: (metadata.repository ?? '').toLowerCase(),
    entry_revision: listingRevision,
  };
};

/** One value as it appears in `supported_os` and `supported_accelerators`, between line feeds. */
export const line = (value: string): string => `\n${value}\n`;

const lines = (values: readonly string[]): string => {
  const declared = values.filter((value) => value !== '');
  return declared.length === 0 ? '' : line(declared.join('\n'));
};

const displayName = ({ id, metadata: { name } }: ListingSource): string =>
  name === undefined || name === '' ? id : name;
