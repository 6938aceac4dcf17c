import type { Step } from './step.ts';

/** The token buckets of the rates. */
export const rateBuckets: Step = (db, _columns, engine) => engine.createRateBuckets(db);
