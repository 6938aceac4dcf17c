import { type SqlBool, sql } from 'kysely';

// Conditions on rows of versions.

/** Whether the package of a version was never stored here: it is still at the source. */
export const isElsewhere = sql<SqlBool>`exists (select 1 from replicated_versions
  where replicated_versions.version_id = versions.id and replicated_versions.fetched_at is null)`;

/** Whether a version comes from another registry. */
export const isReplicated = sql<SqlBool>`exists (select 1 from replicated_versions
  where replicated_versions.version_id = versions.id)`;
