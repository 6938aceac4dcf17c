import type { FileList } from '@patchbay/inspect';
import { findFileList, keepFileList } from '../../src/store/rows/package-contents.ts';
import type { TestServer } from './start-server.ts';

/** Changes the list of the files of a version, as no reader would make it. */
export const lieAboutFiles = async (
  { server: { context } }: TestServer,
  versionId: string,
  lie: (files: FileList['files']) => FileList['files'],
): Promise<void> => {
  const list = await findFileList(context.store.read, versionId);
  if (list === undefined) throw new Error('the files of the version are not listed');
  await context.store.write({ actor: 'server' }, (tx) =>
    keepFileList(tx, versionId, { ...list, files: lie(list.files) }),
  );
};
