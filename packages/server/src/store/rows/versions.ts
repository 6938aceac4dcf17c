import type { ExtractStatus, NodeVersion, NodeVersionMetadata, NodeVersionStatus } from '@patchbay/contract';
import type { Insertable, Updateable } from 'kysely';
import type { SemVer } from 'semver';
import { uuidv7 } from 'uuidv7';
import type { Extraction, Verdict } from '@patchbay/inspect';
import { takePositions } from '../listing/positions.ts';
import { numberKey, sortKey } from '../sort-key.ts';
import { prepare, prepareWrite } from '../prepare.ts';
import type { ReadConnection, Writer } from '../store.ts';
import type { Row, Tables } from '../tables.ts';

export interface StoredPackage {
  /** Hexadecimal. */
  sha256: string;
  bytes: number;
}

export interface ExtractionRecord extends Pick<Extraction, 'confidence' | 'problems'> {
  extractorVersion: number;
}

/** The part of a version that responses show. */
export interface ShownVersion {
  id: string;
  nodeKey: string;
  version: string;
  metadata: VersionMetadata;
  tagsAdmin: readonly string[];
  deprecated: boolean;
  status: NodeVersionStatus;
  statusReason: string | null;
  extractStatus: ExtractStatus;
  createdAt: string;
  /** How often each rule found something in its package. */
  found: Readonly<Record<string, number>>;
  /** Undefined until the package is stored. From then on the number is taken forever. */
  package: StoredPackage | undefined;
}

/** What a publish sends for a version, who built it, and why it was deprecated since. */
export type VersionMetadata = NodeVersionMetadata & Pick<NodeVersion, 'built_by' | 'deprecation_message'>;

export interface VersionRecord extends ShownVersion {
  /** Until when the package may arrive. */
  uploadDeadline: string;
  /** The time of its deletion while it is Deleted; null if unknown. */
  deletedAt: string | null;
  /** Whether its package is stored, or at the registry that the version comes from. */
  isStored: boolean;
  /** The token of the last publish, which the upload URL is bound to. */
  uploadTokenId: string | null;
  /** What its app-nodes take: their names, and their definitions as JSON. */
  definitionBytes: number;
  /** The findings of the checks; undefined until they ran. */
  verdict: Verdict | undefined;
  /** The outcome of the extraction; undefined until it ran. */
  extraction: ExtractionRecord | undefined;
}

/** The columns of a `ShownVersion`. */
export const shownColumns = [
  'versions.id',
  'versions.node_key',
  'versions.version',
  'versions.metadata_json',
  'versions.tags_admin_json',
  'versions.deprecated',
  'versions.status',
  'versions.status_reason',
  'versions.extract_status',
  'versions.created_at',
  'versions.found_json',
  'versions.package_sha256',
  'versions.package_bytes',
] as const;

type ShownRow = Pick<
  Row<'versions'>,
  | 'id'
  | 'node_key'
  | 'version'
  | 'metadata_json'
  | 'tags_admin_json'
  | 'deprecated'
  | 'status'
  | 'status_reason'
  | 'extract_status'
  | 'created_at'
  | 'found_json'
  | 'package_sha256'
  | 'package_bytes'
>;

export const fromShownRow = (row: ShownRow): ShownVersion => ({
  id: row.id,
  nodeKey: row.node_key,
  version: row.version,
  metadata: JSON.parse(row.metadata_json) as VersionMetadata,
  tagsAdmin: JSON.parse(row.tags_admin_json) as string[],
  deprecated: row.deprecated === 1,
  status: row.status,
  statusReason: row.status_reason,
  extractStatus: row.extract_status,
  createdAt: row.created_at,
  found: JSON.parse(row.found_json) as Record<string, number>,
  package:
    row.package_sha256 === null || row.package_bytes === null
      ? undefined
      : { sha256: row.package_sha256, bytes: row.package_bytes },
});

export const fromVersionRow = (row: Row<'versions'>): VersionRecord => ({
  ...fromShownRow(row),
  uploadDeadline: row.upload_deadline,
  uploadTokenId: row.upload_token_id,
  isStored: row.stored_at !== null,
  deletedAt: row.deleted_at,
  definitionBytes: row.definition_bytes,
  verdict: row.verdict_json === null ? undefined : (JSON.parse(row.verdict_json) as Verdict),
  extraction:
    row.extraction_json === null ? undefined : (JSON.parse(row.extraction_json) as ExtractionRecord),
});

/**
 * The version with this number; build metadata does not count. An old registry can hold several: the
 * result is then the one with the same spelling, or else the first.
 */
export const findVersion = async (
  read: ReadConnection,
  nodeKey: string,
  number: string,
): Promise<VersionRecord | undefined> => {
  const key = numberKey(number);
  return key === undefined ? undefined : findVersionOfNumber(read, nodeKey, key, number);
};

const findVersionOfNumber = prepare(
  (read, nodeKey: string, key: string, written: string) =>
    read
      .selectFrom('versions')
      .selectAll()
      .where('node_key', '=', nodeKey)
      .where('sort_key', '=', key)
      .orderBy((eb) => eb('version', '=', written), 'desc')
      .orderBy('duplicate')
      .limit(1),
  fromVersionRow,
);

export const findVersionById = prepare(
  (read, id: string) => read.selectFrom('versions').selectAll().where('id', '=', id),
  fromVersionRow,
);

/** The properties that a publish sets on a version. */
type Published = Pick<VersionRecord, 'metadata' | 'deprecated' | 'uploadDeadline' | 'uploadTokenId'>;

export interface NewVersion extends Published, Partial<Pick<VersionRecord, 'id' | 'createdAt'>> {
  nodeKey: string;
  version: SemVer;
}

const born = {
  tagsAdmin: [],
  status: 'NodeVersionStatusPending',
  statusReason: null,
  deletedAt: null,
  extractStatus: 'pending',
  definitionBytes: 0,
  verdict: undefined,
  extraction: undefined,
} as const satisfies Partial<VersionRecord>;

/** All columns that may change. */
const toColumns = (
  version: Omit<VersionRecord, 'id' | 'nodeKey' | 'createdAt' | 'package' | 'found' | 'isStored'> &
    Partial<Pick<VersionRecord, 'found'>>,
) => ({
  version: version.version,
  metadata_json: JSON.stringify(version.metadata),
  tags_admin_json: JSON.stringify(version.tagsAdmin),
  deprecated: version.deprecated ? 1 : 0,
  status: version.status,
  status_reason: version.statusReason,
  deleted_at: version.deletedAt,
  extract_status: version.extractStatus,
  upload_deadline: version.uploadDeadline,
  upload_token_id: version.uploadTokenId,
  definition_bytes: version.definitionBytes,
  verdict_json: version.verdict === undefined ? null : JSON.stringify(version.verdict),
  // Of a version from another registry, only that is known.
  found_json: JSON.stringify(
    version.verdict === undefined ? (version.found ?? {}) : countByRule(version.verdict),
  ),
  extraction_json: version.extraction === undefined ? null : JSON.stringify(version.extraction),
});

const countByRule = (verdict: Verdict): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(verdict.findings, ({ rule }) => rule)].map(([rule, { length }]) => [rule, length]),
  );

/** A Pending version without a package. Undefined if the node has a version with this number. */
export const insertVersion = async (
  tx: Writer,
  { nodeKey, version, id = uuidv7(), createdAt = tx.now, ...published }: NewVersion,
): Promise<VersionRecord | undefined> => {
  const row = {
    ...toColumns({ ...born, ...published, version: version.raw }),
    id,
    node_key: nodeKey,
    sort_key: sortKey(version),
    duplicate: 0,
    prerelease: version.prerelease.length > 0 ? 1 : 0,
    created_at: createdAt,
    package_sha256: null,
    package_bytes: null,
    stored_at: null,
    ordinal: null,
  };
  const { numAffectedRows } = await insertRow(tx.db, row);
  return numAffectedRows === 0n ? undefined : fromVersionRow(row);
};

const insertRow = prepareWrite((db, row: Insertable<Tables['versions']>) =>
  db
    .insertInto('versions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
);

export const updateVersionRow = async (tx: Writer, version: VersionRecord): Promise<void> => {
  await updateRow(tx.db, { ...toColumns(version), id: version.id });
};

const updateRow = prepareWrite((db, { id, ...set }: Updateable<Tables['versions']> & { id: string }) =>
  db.updateTable('versions').set(set).where('id', '=', id),
);

/** Adds to what the app-nodes of a version take, where nothing else of it changes. */
export const addDefinitionBytes = async (tx: Writer, id: string, bytes: number): Promise<void> => {
  await tx.db
    .updateTable('versions')
    .set((eb) => ({ definition_bytes: eb('definition_bytes', '+', bytes) }))
    .where('id', '=', id)
    .execute();
};

/** Records the package of a version that has none, and gives the version its position in the list of all. */
export const markPackageStored = async (tx: Writer, id: string, stored: StoredPackage): Promise<void> => {
  await setPackage(tx.db, {
    id,
    package_sha256: stored.sha256,
    package_bytes: stored.bytes,
    stored_at: tx.now,
    ordinal: await takePositions(tx, 'versions', 1),
  });
};

const setPackage = prepareWrite((db, { id, ...set }: Updateable<Tables['versions']> & { id: string }) =>
  db.updateTable('versions').set(set).where('id', '=', id).where('stored_at', 'is', null),
);

/** Removes a version without a package, which frees its number. */
export const deleteVersionRow = async (tx: Writer, id: string): Promise<void> => {
  await tx.db.deleteFrom('versions').where('id', '=', id).where('stored_at', 'is', null).execute();
};

/** The ids of at most `max` versions whose package did not come by the deadline. */
export const findOverdueVersions = async (
  read: ReadConnection,
  now: string,
  max: number,
): Promise<string[]> => {
  const rows = await read
    .selectFrom('versions')
    .select('id')
    .where('stored_at', 'is', null)
    .where('status', 'in', ['NodeVersionStatusPending', 'NodeVersionStatusBanned'])
    .where('upload_deadline', '<=', now)
    .orderBy('upload_deadline')
    .limit(max)
    .execute();
  return rows.map(({ id }) => id);
};
