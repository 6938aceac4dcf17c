import { channel } from 'node:diagnostics_channel';

/** Publishes the SQL of each statement before it is sent to a database, once somebody subscribes. */
export const statements = channel('patchbay:statement');

/** Publishes each flush of the log of SQLite. */
export const flushes = channel('patchbay:flush');
