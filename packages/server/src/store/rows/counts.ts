import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { ReadConnection, Writer } from '../store.ts';
import type { Verdict } from '@patchbay/inspect';

/** What the registry counts by day. */
export type Counted = 'downloads' | `refused:${string}`;

/** Adds to the counts of a day. */
export const addDailyCounts = async (
  tx: Writer,
  { pairs }: Pick<Engine, 'pairs'>,
  day: string,
  counts: ReadonlyMap<Counted, number>,
): Promise<void> => {
  const counted = pairs([...counts].map(([what, count]) => [what, String(count)]));
  await tx.db
    .insertInto('daily_counts')
    .columns(['day', 'what', 'count'])
    .expression((eb) =>
      eb
        .selectFrom(counted.as('counts'))
        .select((of) => [
          sql.val(day).as('day'),
          'counts.first as what',
          of.cast<number>('counts.second', 'integer').as('count'),
        ])
        // Without a condition, SQLite parses the conflict clause below as part of a join.
        .where(sql<boolean>`1 = 1`),
    )
    .onConflict((conflict) =>
      conflict.columns(['day', 'what']).doUpdateSet((eb) => ({
        count: eb('daily_counts.count', '+', eb.ref('excluded.count')),
      })),
    )
    .execute();
};

/** The counts of the days from this one, by day and then by what was counted. */
export const findDailyCounts = (
  read: ReadConnection,
  from: string,
): Promise<{ day: string; what: string; count: number }[]> =>
  read
    .selectFrom('daily_counts')
    .selectAll()
    .where('day', '>=', from)
    .orderBy('day')
    .orderBy('what')
    .execute();

/** Removes the counts of the days before this one, of which there are few. Returns how many those were. */
export const deleteDailyCounts = async ({ db }: Pick<Writer, 'db'>, before: string): Promise<number> => {
  const { numDeletedRows } = await db.deleteFrom('daily_counts').where('day', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
};

/** What one rule of a ruleset found so far. */
export interface RuleCount {
  rule: string;
  /** Versions in which it found something. */
  versions: number;
  /** Those of them that nothing but it held; of a shadow rule, that it would have held. */
  held: number;
  latest: { nodeId: string; version: string };
}

/** Counts a verdict on a version; `before` is the one that it replaces. Checked again, a version still counts once. */
export const countRules = async (
  tx: Writer,
  versionId: string,
  verdict: Verdict,
  before: Verdict | undefined,
): Promise<void> => {
  const { rulesetVersion } = verdict;
  const counted = before?.rulesetVersion === rulesetVersion ? effectsOf(before) : new Map<string, number>();
  const effects = effectsOf(verdict);
  for (const rule of new Set([...counted.keys(), ...effects.keys()])) {
    const versions = Number(effects.has(rule)) - Number(counted.has(rule));
    const held = (effects.get(rule) ?? 0) - (counted.get(rule) ?? 0);
    await tx.db
      .insertInto('rule_counts')
      .values({ ruleset: String(rulesetVersion), rule, versions, held, latest_version_id: versionId })
      .onConflict((conflict) =>
        conflict.columns(['ruleset', 'rule']).doUpdateSet((eb) => ({
          versions: eb('rule_counts.versions', '+', versions),
          held: eb('rule_counts.held', '+', held),
          latest_version_id: versionId,
        })),
      )
      .execute();
  }
};

/** By rule, in the order of their names. */
export const findRuleCounts = async (read: ReadConnection, rulesetVersion: number): Promise<RuleCount[]> => {
  const rows = await read
    .selectFrom('rule_counts')
    .innerJoin('versions', 'versions.id', 'rule_counts.latest_version_id')
    .innerJoin('nodes', 'nodes.key', 'versions.node_key')
    .select(['rule_counts.rule', 'rule_counts.versions', 'rule_counts.held', 'nodes.id', 'versions.version'])
    .where('rule_counts.ruleset', '=', String(rulesetVersion))
    .orderBy('rule_counts.rule')
    .execute();
  return rows.map(({ rule, versions, held, id, version }) => ({
    rule,
    versions,
    held,
    latest: { nodeId: id, version },
  }));
};

/** The rules that found something, each with 1 where it alone holds the version, or would without `shadow`. */
const effectsOf = ({ findings }: Verdict): Map<string, number> => {
  const holders = new Set(
    findings.filter(({ severity, shadow }) => severity === 'error' && !shadow).map(({ rule }) => rule),
  );
  return new Map(
    findings.map(({ rule, severity, shadow }) => {
      const isAlone = shadow ? holders.size === 0 : holders.size === 1;
      return [rule, Number(severity === 'error' && isAlone)];
    }),
  );
};
