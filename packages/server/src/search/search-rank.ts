import { type RawBuilder, sql } from 'kysely';

const hundreds = sql`cast(nodes.downloads / 100 as text)`;
const popularity = sql`(length(${hundreds}) * 10 + cast(substr(${hundreds}, 1, 1) as integer))`;
const popularityEnd = sql.lit(1_000);
const ordinalEnd = sql.lit(2 ** 40);

/**
 * Where a node comes among those that a search looks at: listed before unlisted, popular before others, then the
 * older. Popularity is the length and the first digit of the hundreds of downloads: to move a node costs as much as
 * to index its texts, so that few downloads may do it.
 */
export const searchRank: RawBuilder<number> = sql<number>`(
  (${popularityEnd} * (2 - nodes.listed) - ${popularity}) * ${ordinalEnd} + nodes.ordinal
)`;

/** The ordinal of the node at a place. */
export const ordinalAt = (place: RawBuilder<number>): RawBuilder<number> =>
  sql<number>`(${place} % ${ordinalEnd})`;
