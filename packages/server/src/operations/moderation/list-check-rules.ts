import type { Endpoints } from '@patchbay/contract';
import { RULES, RULESET_VERSION } from '@patchbay/inspect/facts';
import { demand } from '../../authorization/publisher.ts';
import { findRuleCounts } from '../../store/rows/counts.ts';
import type { Operation } from '../operation.ts';

/** What every rule found under the current ruleset, and what it did or, as a shadow rule, would have done. */
export const listCheckRules: Operation<Endpoints['listCheckRules']> = async ({ store }, { actor }) => {
  demand(actor, 'moderate');
  const counts = new Map(
    (await findRuleCounts(store.read, RULESET_VERSION)).map((count) => [count.rule, count]),
  );
  return {
    ruleset_version: RULESET_VERSION,
    rules: Object.entries(RULES).map(([rule, { severity, shadow, means, fix, notice }]) => {
      const count = counts.get(rule);
      return {
        rule,
        severity,
        shadow,
        means,
        fix,
        ...(notice === undefined ? {} : { notice }),
        versions: count?.versions ?? 0,
        held: count?.held ?? 0,
        ...(count === undefined
          ? {}
          : { latest: { node_id: count.latest.nodeId, version: count.latest.version } }),
      };
    }),
  };
};
