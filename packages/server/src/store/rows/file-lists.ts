import type { FileList } from '@patchbay/inspect';
import type { Reader, Writer } from '../store.ts';

/** The files of the package of a version; undefined if they were never listed. */
export const findFileList = async (read: Reader, versionId: string): Promise<FileList | undefined> => {
  const row = await read
    .selectFrom('file_lists')
    .select(['files_json', 'are_all'])
    .where('version_id', '=', versionId)
    .executeTakeFirst();
  return row && { files: JSON.parse(row.files_json) as FileList['files'], areAll: row.are_all === 1 };
};

/** Keeps the list in place of the one before, which another reader may have made. */
export const keepFileList = async (
  tx: Writer,
  versionId: string,
  { files, areAll }: FileList,
): Promise<void> => {
  const list = { files_json: JSON.stringify(files), are_all: areAll ? 1 : 0 };
  await tx.db
    .insertInto('file_lists')
    .values({ version_id: versionId, ...list })
    .onConflict((conflict) => conflict.column('version_id').doUpdateSet(list))
    .execute();
};
