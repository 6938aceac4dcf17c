import type { PythonCall } from '../python/python-call.ts';
import type { RuleText } from '../rule.ts';

/** A rule about what Python code does. It looks at one call and what flows into it. */
export interface PythonRule extends RuleText {
  /** Only Python sources have calls. */
  reads: 'Python';
  /** Patterns of words. Every file in which the rule can find something has at least one of them. */
  words: readonly string[];
  finds: (call: PythonCall) => boolean;
}
