import type { ReadConnection } from '../store.ts';
import { isReplicated } from './replicated.ts';
import type { ExtractionRecord } from './versions.ts';

/** The versions with a package that this extractor has not read, or whose files are not listed, oldest first. */
export const findVersionIdsToRead = async (
  read: ReadConnection,
  extractorVersion: number,
): Promise<string[]> => {
  const rows = await read
    .selectFrom('versions')
    .leftJoin('file_lists', 'file_lists.version_id', 'versions.id')
    .select(['versions.id', 'extraction_json', 'are_all'])
    .where('stored_at', 'is not', null)
    .where('status', '!=', 'NodeVersionStatusDeleted')
    // The app-nodes of a version from elsewhere are those of its source.
    .where((eb) => eb.not(isReplicated))
    .orderBy('versions.id')
    .execute();
  return rows
    .filter((row) => row.are_all === null || extractorOf(row.extraction_json) < extractorVersion)
    .map(({ id }) => id);
};

const extractorOf = (json: string | null): number =>
  json === null ? 0 : (JSON.parse(json) as ExtractionRecord).extractorVersion;
