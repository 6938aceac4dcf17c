import type { FileList } from '@patchbay/inspect';
import type { Reader, Writer } from '../store.ts';
import type { Readme } from '@patchbay/contract';
import { prepare } from '../prepare.ts';

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

/** The readme of a version; undefined if its package has none, or was not read. */
export const findReadme = prepare(
  (read, versionId: string) =>
    read.selectFrom('readmes').select('readme_json').where('version_id', '=', versionId),
  ({ readme_json }) => JSON.parse(readme_json) as Readme,
);

/** What the readme of a version takes; 0 if it has none. */
export const findReadmeBytes = async (read: Reader, versionId: string): Promise<number> => {
  const row = await read
    .selectFrom('readmes')
    .select('bytes')
    .where('version_id', '=', versionId)
    .executeTakeFirst();
  return row?.bytes ?? 0;
};

/** Keeps the readme of a version in place of the one it had, or none. */
export const replaceReadme = async (
  tx: Writer,
  versionId: string,
  readme: Readme | undefined,
): Promise<void> => {
  await tx.db.deleteFrom('readmes').where('version_id', '=', versionId).execute();
  if (readme === undefined) return;
  const readme_json = JSON.stringify(readme);
  const row = { version_id: versionId, readme_json, bytes: Buffer.byteLength(readme_json) };
  await tx.db.insertInto('readmes').values(row).execute();
};
