import type { Step } from './step.ts';

/** What the checks found in a package, and how well its app-nodes could be read. */
export const findings: Step = async (db, { text }) => {
  await db.schema.alterTable('versions').addColumn('verdict_json', text).execute();
  await db.schema.alterTable('versions').addColumn('extraction_json', text).execute();
};
