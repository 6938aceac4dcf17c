import type { PythonCall } from '../python/python-call.ts';
import type { RuleText } from '../rule.ts';

/** A rule about what Python code does; it looks at one call and what flows into it. */
export interface PythonRule extends RuleText {
  /** Calls are known in Python alone. */
  reads: 'Python';
  /** Patterns of words, one of which stands in every file in which the rule can find something. */
  words: readonly string[];
  finds: (call: PythonCall) => boolean;
}
