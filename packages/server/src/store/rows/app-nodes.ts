import { setImmediate } from 'node:timers/promises';
import { hash } from 'node:crypto';
import { type AppNodeDefinition, type ExtractStatus, limits } from '@patchbay/contract';
import { sql } from 'kysely';
import { measured, type Asked, type Page, findPage } from '../listing/pages.ts';
import { longRead, scanRead } from '../long-read.ts';
import { prepareList } from '../prepare.ts';
import { takePositions } from '../listing/positions.ts';
import type { ReadConnection, Store, Writer } from '../store.ts';
import type { Row } from '../tables.ts';

/** A package can bring a thousand rows. Writing them all in one iteration of the event loop would delay every read. */
const rowsPerStatement = 50;

/** How an extraction ends after which the app-nodes of a version are known. */
export const extracted: readonly ExtractStatus[] = ['success', 'unsupported'];

export interface AppNodeRecord {
  versionId: string;
  name: string;
  definition: AppNodeDefinition;
}

export const fromAppNodeRow = (row: Row<'app_nodes'>): AppNodeRecord => ({
  versionId: row.version_id,
  name: row.name,
  definition: JSON.parse(row.definition_json) as AppNodeDefinition,
});

export const findAppNode = async (
  read: ReadConnection,
  versionId: string,
  name: string,
): Promise<AppNodeRecord | undefined> => {
  const row = await read
    .selectFrom('app_nodes')
    .selectAll()
    .where('version_id', '=', versionId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row && fromAppNodeRow(row);
};

/** The app-nodes of a version, by name. */
export const findAppNodes = async (
  read: ReadConnection,
  versionId: string,
  asked: Asked,
): Promise<Page<AppNodeRecord>> => {
  const { page, limit, offset } = asked;
  if (limit > limits.pageSizeMax || offset > 0) return findAnyPage(read, versionId, asked);
  const rows = await findFirst(read, versionId, String(limit));
  if (rows.length === limit) return findAnyPage(read, versionId, asked);
  const total = rows.length;
  return { items: rows.map(fromAppNodeRow), page, limit, total, places: total };
};

/** Of most versions these are all. */
const findFirst = prepareList(
  (read, versionId: string, limit: string) =>
    longRead(
      read
        .selectFrom('app_nodes')
        .selectAll()
        .where('version_id', '=', versionId)
        .orderBy('name')
        .limit((eb) => eb.cast<number>(eb.val(limit), 'integer')),
    ),
  (row) => row,
);

/** As `findAppNodes`, of those whose name or display name holds each of the words, which are in lower case. */
export const searchAppNodes = async (
  { read, engine }: Pick<Store, 'read' | 'engine'>,
  versionId: string,
  words: readonly string[],
  asked: Asked,
): Promise<Page<AppNodeRecord>> => {
  const displayName = engine.jsonText(sql.ref('definition_json'), 'display_name').$castTo<string | null>();
  const ofVersion = read.selectFrom('app_nodes').where('version_id', '=', versionId);
  const named = await scanRead(ofVersion.select(['name', displayName.as('displayName')])).execute();
  // Here, because neither engine folds the case of other letters than those of ASCII.
  const found = named.filter((one) => {
    const text = `${one.name} ${one.displayName ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const names = engine.texts(JSON.stringify(found.map(({ name }) => name)));
  return findPage(
    ofVersion.where('name', 'in', sql<string>`(select value from ${names} as found)`),
    asked,
    (chosen) => chosen.selectAll().orderBy('name'),
    fromAppNodeRow,
    measured('name', 'definition_json'),
  );
};

const findAnyPage = (read: ReadConnection, versionId: string, asked: Asked): Promise<Page<AppNodeRecord>> =>
  findPage(
    read.selectFrom('app_nodes').where('version_id', '=', versionId),
    asked,
    (chosen) => chosen.selectAll().orderBy('name'),
    fromAppNodeRow,
    measured('name', 'definition_json'),
    longRead,
  );

export const updateAppNodeRow = async (
  tx: Writer,
  { versionId, name, definition }: AppNodeRecord,
): Promise<void> => {
  await tx.db
    .updateTable('app_nodes')
    .set({ definition_json: JSON.stringify(definition), shape: shapeOf(definition) })
    .where('version_id', '=', versionId)
    .where('name', '=', name)
    .execute();
};

/** The definitions of a version's app-nodes, by name. */
export const findDefinitions = async (
  read: ReadConnection,
  versionId: string,
): Promise<ReadonlyMap<string, AppNodeDefinition>> => {
  const rows = await read.selectFrom('app_nodes').selectAll().where('version_id', '=', versionId).execute();
  return new Map(rows.map(fromAppNodeRow).map(({ name, definition }) => [name, definition]));
};

/**
 * Replaces the definitions of the version. A name that it had before keeps its position in the
 * list of all.
 */
export const replaceAppNodes = async (
  tx: Writer,
  versionId: string,
  definitions: ReadonlyMap<string, AppNodeDefinition>,
): Promise<void> => {
  const places = await findPositions(tx, versionId);
  const gone = [...places.keys()].filter((name) => !definitions.has(name));
  for (const names of chunks(gone)) {
    await tx.db
      .deleteFrom('app_nodes')
      .where('version_id', '=', versionId)
      .where('name', 'in', names)
      .execute();
  }
  const fresh = [...definitions.keys()].filter((name) => !places.has(name));
  const first = fresh.length === 0 ? 0 : await takePositions(tx, 'app_nodes', fresh.length);
  for (const [index, name] of fresh.entries()) places.set(name, first + index);
  for (const chunk of chunks([...definitions])) {
    await setImmediate();
    const rows = chunk.map(([name, definition]) => ({
      version_id: versionId,
      name,
      definition_json: JSON.stringify(definition),
      ordinal: positionOf(places, name),
      shape: shapeOf(definition),
    }));
    await tx.db
      .insertInto('app_nodes')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['version_id', 'name']).doUpdateSet((eb) => ({
          definition_json: eb.ref('excluded.definition_json'),
          shape: eb.ref('excluded.shape'),
        })),
      )
      .execute();
  }
};

const findPositions = async (tx: Writer, versionId: string): Promise<Map<string, number>> => {
  const rows = await tx.db
    .selectFrom('app_nodes')
    .select(['name', 'ordinal'])
    .where('version_id', '=', versionId)
    .execute();
  return new Map(rows.map(({ name, ordinal }) => [name, ordinal]));
};

const positionOf = (places: ReadonlyMap<string, number>, name: string): number => {
  const place = places.get(name);
  if (place === undefined) throw new Error(`the app-node ${name} has no place`);
  return place;
};

const chunks = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / rowsPerStatement) }, (_, index) =>
    items.slice(index * rowsPerStatement, (index + 1) * rowsPerStatement),
  );

/** A digest of the inputs and outputs of an app-node, which differs where they do. */
export const shapeOf = ({
  input_types,
  input_is_list,
  return_types,
  return_names,
  output_is_list,
}: AppNodeDefinition): string =>
  hash(
    'sha256',
    JSON.stringify([input_types, input_is_list, return_types, return_names, output_is_list]),
    'base64url',
  );
