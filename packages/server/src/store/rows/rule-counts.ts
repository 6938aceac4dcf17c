import type { Verdict } from '@patchbay/inspect';
import type { Reader, Writer } from '../store.ts';

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
export const findRuleCounts = async (read: Reader, rulesetVersion: number): Promise<RuleCount[]> => {
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
