import { type Endpoints, limits } from '@patchbay/contract';
import { describeFile } from '@patchbay/inspect/facts';
import { installableVersion, publicNode } from '../../authorization/node.ts';
import { presentPage } from '../../present/page.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { findFileList } from '../../store/rows/package-contents.ts';
import type { Operation } from '../operation.ts';

/** Shown of whatever can be downloaded, since that is what the list is for. */
export const listVersionFiles: Operation<Endpoints['listVersionFiles']> = async (
  { store },
  { params, query },
) => {
  const { node } = await publicNode(store.read, params.nodeId);
  const version = await installableVersion(store.read, node, params.version);
  const { files, areAll } = (await findFileList(store.read, version.id)) ?? { files: [], areAll: false };
  const asked = pageOf(query, { max: limits.packageFilesMax });
  const items = files.slice(asked.offset, asked.offset + asked.limit).map(describeFile);
  const page = { ...asked, items, total: files.length, places: files.length };
  return { ...presentPage('files', page, (file) => file), is_complete: areAll };
};
