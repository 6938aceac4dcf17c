import { type Advisory, type ListedAdvisory, advisoryEcosystem, osvSchemaVersion } from '@patchbay/contract';
import { type ListedAdvisoryRow, advisoryId } from '../store/rows/advisories.ts';
import type { NodeRecord } from '../store/rows/nodes.ts';
import type { Row } from '../store/tables.ts';

type Dated = Pick<Row<'advisories'>, 'seq' | 'published_at' | 'modified_at' | 'withdrawn_at'>;

const presentDates = (row: Dated) => ({
  id: advisoryId(row),
  modified: row.modified_at,
  published: row.published_at,
  ...(row.withdrawn_at === null ? {} : { withdrawn: row.withdrawn_at }),
});

export const presentListedAdvisory = (row: ListedAdvisoryRow): ListedAdvisory => ({
  ...presentDates(row),
  node_id: row.node_id,
  ...(row.version === null ? {} : { version: row.version }),
});

/** The advisory in the OSV format. A node that was renamed is named by each of its ids, since lock files keep them. */
export const presentAdvisory = (
  row: Row<'advisories'>,
  { id, formerIds, publisherId }: Pick<NodeRecord, 'id' | 'formerIds' | 'publisherId'>,
  publicUrl: string,
): Advisory => {
  const about = row.version === null ? `"${id}"` : `version "${row.version}" of "${id}"`;
  const versions = JSON.parse(row.versions_json) as string[];
  // All versions: while the node is banned it takes no others.
  const whole = { ranges: [{ type: 'SEMVER' as const, events: [{ introduced: '0' }] }] };
  return {
    schema_version: osvSchemaVersion,
    ...presentDates(row),
    summary: `${row.withdrawn_at === null ? 'Malicious' : 'Withdrawn, because the ban was lifted: malicious'} code in ${about}`,
    details: row.details,
    affected: [id, ...formerIds].map((name) => ({
      package: { ecosystem: advisoryEcosystem, name, purl: purlOf(publisherId, name, publicUrl) },
      ...(row.version === null ? whole : {}),
      // They can be thousands, and a former id has the range that holds them.
      ...(row.version === null && name !== id ? {} : { versions }),
    })),
    database_specific: {
      registry: publicUrl,
      source: `${publicUrl}/advisories/${advisoryId(row)}`,
      cwe_ids: ['CWE-506'],
    },
  };
};

/** A package URL (https://github.com/package-url/purl-spec), which encodes as URLs do, but for colons. */
const purlOf = (publisherId: string, name: string, publicUrl: string): string =>
  `pkg:generic/${publisherId}/${name}?repository_url=${encodeURIComponent(publicUrl).replaceAll('%3A', ':')}`;
