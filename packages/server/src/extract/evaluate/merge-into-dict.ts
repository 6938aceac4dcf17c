import { mergeDict, setItem } from '../values/dict-items.ts';
import { isKind, isSequence, type DictValue, type Value } from '../values/value.ts';
import type { Interpreter } from './interpreter.ts';

/**
 * Writes a dict, or pairs, into a dict, as `update`, `|` and `**` do. What is unknown is noted as a part that
 * may hold more; a name that a module of the package surely lacks adds nothing, for Python raises there.
 */
export function mergeIntoDict(run: Interpreter, target: DictValue, value: Value, source: string): void {
  const content = isKind(value, 'instance') ? (value.native ?? value) : value;
  const isUncertain = run.uncertainty > 0;
  if (isKind(content, 'dict')) {
    run.budget.spend(content.entries.size + 1);
    mergeDict(target, content, isUncertain);
    return;
  }
  for (const pair of run.iterate(content) ?? []) {
    run.budget.spend(1);
    const [key, item] = isSequence(pair) ? pair.items : [];
    if (key !== undefined && item !== undefined) setItem(target, key, item, isUncertain);
  }
  if (!isKind(content, 'unknown')) return;
  const { origin } = content;
  const isMissing = origin?.kind === 'attribute' && isKind(origin.object, 'module');
  if (!isMissing) target.unknownParts.add(source);
}
