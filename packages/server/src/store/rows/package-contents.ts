import type { FileList } from '@patchbay/inspect';
import type { ReadConnection, Writer } from '../store.ts';
import type { Readme } from '@patchbay/contract';
import { prepare, prepareWrite } from '../prepare.ts';
import type { Row } from '../tables.ts';

/** The files of the package of a version; undefined if they were never listed. */
export const findFileList = async (
  read: ReadConnection,
  versionId: string,
): Promise<FileList | undefined> => {
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
  await upsertList(tx.db, {
    version_id: versionId,
    files_json: JSON.stringify(files),
    are_all: areAll ? 1 : 0,
  });
};

const upsertList = prepareWrite((db, { version_id, ...list }: Row<'file_lists'>) =>
  db
    .insertInto('file_lists')
    .values({ version_id, ...list })
    .onConflict((conflict) => conflict.column('version_id').doUpdateSet(list)),
);

/** The readme of a version; undefined if its package has none, or was not read. */
export const findReadme = prepare(
  (read, versionId: string) =>
    read.selectFrom('readmes').select('readme_json').where('version_id', '=', versionId),
  ({ readme_json }) => JSON.parse(readme_json) as Readme,
);

/** What the readme of a version takes; 0 if it has none. */
export const findReadmeBytes = async (read: ReadConnection, versionId: string): Promise<number> => {
  return (await findBytes(read, versionId)) ?? 0;
};

const findBytes = prepare(
  (read, versionId: string) => read.selectFrom('readmes').select('bytes').where('version_id', '=', versionId),
  ({ bytes }) => bytes,
);

/** Keeps the readme of a version in place of the one it had, or none. */
export const replaceReadme = async (
  tx: Writer,
  versionId: string,
  readme: Readme | undefined,
): Promise<void> => {
  if (readme === undefined) {
    await deleteReadme(tx.db, { versionId });
    return;
  }
  const json = JSON.stringify(readme);
  await upsertReadme(tx.db, { version_id: versionId, readme_json: json, bytes: Buffer.byteLength(json) });
};

const deleteReadme = prepareWrite((db, { versionId }: { versionId: string }) =>
  db.deleteFrom('readmes').where('version_id', '=', versionId),
);

const upsertReadme = prepareWrite((db, { version_id, ...readme }: Row<'readmes'>) =>
  db
    .insertInto('readmes')
    .values({ version_id, ...readme })
    .onConflict((conflict) => conflict.column('version_id').doUpdateSet(readme)),
);
