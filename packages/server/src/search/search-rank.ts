import { type RawBuilder, sql } from 'kysely';

const hundreds = sql`cast(nodes.downloads / 100 as text)`;
const popularity = sql`(length(${hundreds}) * 10 + cast(substr(${hundreds}, 1, 1) as integer))`;
const popularityEnd = sql.lit(1_000);
const ordinalEnd = sql.lit(2 ** 40);
const rankIf = (listed: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  (${popularityEnd} * (2 - ${listed}) - ${popularity}) * ${ordinalEnd} + nodes.ordinal
)`;

/**
 * A node's search rank: listed before unlisted, popular before others, then older first. Popularity is the number of
 * digits and the first digit of the hundreds of downloads. Changing a rank costs as much as indexing the texts, so few
 * downloads may do it.
 */
export const searchRank: RawBuilder<number> = rankIf(sql`nodes.listed`);

/** The rank that a node has once it is listed, or is not. */
export const searchRankIf = (listed: 0 | 1): RawBuilder<number> => rankIf(sql.lit(listed));

/** The ordinal of the node at a rank. */
export const ordinalAt = (place: RawBuilder<number>): RawBuilder<number> =>
  sql<number>`(${place} % ${ordinalEnd})`;
