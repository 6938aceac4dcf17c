import type { Context } from '../context.ts';
import type { Refusal } from './intake.ts';

/** Counts a refused package by the rule that it broke, for this process and for the registry. */
export const noteRefusal = (
  { metrics, refusals }: Pick<Context, 'metrics' | 'refusals'>,
  reason: Refusal,
): void => {
  const rule = ruleOf(reason);
  metrics.count('packagesRefused', { rule });
  refusals.count(rule);
};

const ruleOf = (reason: Refusal): string => {
  switch (reason.kind) {
    case 'invalid':
      return reason.rule;
    case 'closed':
      return reason.obstacle;
    case 'mismatch':
    case 'too-large':
    case 'too-heavy':
      return reason.kind;
  }
};
