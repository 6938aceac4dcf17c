import type { AppNodeDefinition, AppNodePolicy } from '@patchbay/contract';
import type { Page } from './pages.ts';
import type { Reader, Writer } from './store.ts';
import type { Row } from './tables.ts';

/** Every engine takes far more parameters than this makes in one statement. */
const rowsPerInsert = 500;

export interface AppNodeRecord {
  versionId: string;
  name: string;
  definition: AppNodeDefinition;
}

const fromRow = (row: Row<'app_nodes'>): AppNodeRecord => ({
  versionId: row.version_id,
  name: row.name,
  definition: JSON.parse(row.definition_json) as AppNodeDefinition,
});

export const findAppNode = async (
  read: Reader,
  versionId: string,
  name: string,
): Promise<AppNodeRecord | undefined> => {
  const row = await read
    .selectFrom('app_nodes')
    .selectAll()
    .where('version_id', '=', versionId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row && fromRow(row);
};

/** The app-nodes of a version, by name. */
export const findAppNodes = async (
  read: Reader,
  versionId: string,
  { page, limit, offset }: { page: number; limit: number; offset: number },
): Promise<Page<AppNodeRecord>> => {
  const chosen = read.selectFrom('app_nodes').where('version_id', '=', versionId);
  const rows = await chosen.selectAll().orderBy('name').limit(limit).offset(offset).execute();
  const { total } = await chosen
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { items: rows.map(fromRow), page, limit, total };
};

export const updateAppNodeRow = async (
  tx: Writer,
  { versionId, name, definition }: AppNodeRecord,
): Promise<void> => {
  await tx.db
    .updateTable('app_nodes')
    .set({ definition_json: JSON.stringify(definition) })
    .where('version_id', '=', versionId)
    .where('name', '=', name)
    .execute();
};

/** The policies of a version's app-nodes, by name; those never set are left out. */
export const findPolicies = async (
  read: Reader,
  versionId: string,
): Promise<ReadonlyMap<string, AppNodePolicy>> => {
  const rows = await read.selectFrom('app_nodes').selectAll().where('version_id', '=', versionId).execute();
  return new Map(
    rows
      .map(fromRow)
      .flatMap(({ name, definition: { policy } }) => (policy === undefined ? [] : [[name, policy]])),
  );
};

/** Stores these definitions in place of what the version had. */
export const replaceAppNodes = async (
  tx: Writer,
  versionId: string,
  definitions: ReadonlyMap<string, AppNodeDefinition>,
): Promise<void> => {
  await tx.db.deleteFrom('app_nodes').where('version_id', '=', versionId).execute();
  const rows = [...definitions].map(([name, definition]) => ({
    version_id: versionId,
    name,
    definition_json: JSON.stringify(definition),
  }));
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    await tx.db
      .insertInto('app_nodes')
      .values(rows.slice(start, start + rowsPerInsert))
      .execute();
  }
};
