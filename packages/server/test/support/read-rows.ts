import { primaryKeys } from '../../src/store/primary-keys.ts';
import type { TestServer } from './start-server.ts';

/** Every row of every table, but when a token was used last. */
export const readRows = async ({ server }: TestServer): Promise<Record<string, unknown[]>> => {
  const tables = Object.keys(primaryKeys) as (keyof typeof primaryKeys)[];
  const entries = tables.map(async (table) => {
    const rows = await server.context.store.read.selectFrom(table).selectAll().execute();
    const texts = rows.map((row) => JSON.stringify({ ...row, last_used_at: undefined }));
    return [table, texts.sort()] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
};
