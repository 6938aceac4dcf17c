import type { Kysely } from 'kysely';
import type { ColumnTypes, Engine } from '../engine.ts';
import type { Tables } from '../tables.ts';

/** Brings the schema and the rows from one version to the next, in a transaction. */
export type Step = (db: Kysely<Tables>, columns: ColumnTypes, engine: Engine) => Promise<void>;
