import type { Reader } from '../store.ts';

/** Id → number as it is written. */
export const findVersionNumbers = async (
  read: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await read.selectFrom('versions').select(['id', 'version']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
};
