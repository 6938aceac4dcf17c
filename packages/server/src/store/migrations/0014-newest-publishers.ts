import type { Step } from './step.ts';

/** The order in which publishers are listed. */
export const newestPublishers: Step = async (db) => {
  await db.schema.createIndex('publishers_newest').on('publishers').columns(['created_at', 'id']).execute();
};
