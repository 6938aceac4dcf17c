import { sql } from 'kysely';
import type { Step } from './step.ts';

/** Sessions hold the mark of a network now, and no address. */
export const sessionNetworks: Step = async (db) => {
  await sql`update session set "ipAddress" = null`.execute(db);
};
