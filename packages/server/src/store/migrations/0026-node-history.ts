import type { AppNodeDefinition } from '@patchbay/contract';
import { sql } from 'kysely';
import { shapeOf } from '../rows/app-node-shape.ts';
import type { Step } from './step.ts';

const rowsPerStatement = 500;

/**
 * Downloads by day, which begin now, since nothing says when the earlier ones were; and a digest of what each app-node
 * takes and returns, by which versions are compared without reading its definition.
 */
export const nodeHistory: Step = async (db, { sortable, integer, text }, engine) => {
  await db.schema
    .createTable('daily_downloads')
    .addColumn('node_key', sortable, (column) => column.notNull().references('nodes.key'))
    .addColumn('day', sortable, (column) => column.notNull())
    .addColumn('downloads', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('daily_downloads_primary', ['node_key', 'day'])
    .execute();
  await db.schema.createIndex('daily_downloads_day').on('daily_downloads').column('day').execute();
  await db.schema
    .alterTable('app_nodes')
    .addColumn('shape', text, (column) => column.notNull().defaultTo(''))
    .execute();
  for (let last: number | undefined = -1; last !== undefined;) {
    const rows: { ordinal: number; definition_json: string }[] = await db
      .selectFrom('app_nodes')
      .select(['ordinal', 'definition_json'])
      .where('ordinal', '>', last)
      .orderBy('ordinal')
      .limit(rowsPerStatement)
      .execute();
    last = rows.at(-1)?.ordinal;
    const shapes = rows.map(({ ordinal, definition_json }): [string, string] => [
      String(ordinal),
      shapeOf(JSON.parse(definition_json) as AppNodeDefinition),
    ]);
    await sql`
      update app_nodes set shape = shapes.second from ${engine.pairs(shapes)} as shapes
      where app_nodes.ordinal = cast(shapes.first as integer)
    `.execute(db);
  }
  await db.schema
    .createIndex('app_nodes_shape')
    .on('app_nodes')
    .columns(['version_id', 'name', 'shape'])
    .execute();
};
