import { mergeDict, setItem } from '../values/dict-items.ts';
import { isKind, isSequence, type DictValue, type Value } from '../values/value.ts';
import { perhapsOf } from '../values/loose-members.ts';
import { noteContent, noteEntry } from './journal.ts';
import type { Interpreter } from './interpreter.ts';

/**
 * Writes a dict, or pairs, into a dict, as `update`, `|` and `**` do. An unknown part is recorded as one that may have
 * more. A name that a module of the package certainly lacks adds nothing, because Python raises there.
 */
export const mergeIntoDict = (run: Interpreter, target: DictValue, value: Value, source: string): void => {
  const content = isKind(value, 'instance') ? (value.native ?? value) : value;
  if (isKind(content, 'dict')) {
    run.budget.spend(content.entries.size + 1);
    noteMerge(run, target, content);
    mergeDict(target, content);
    return;
  }
  for (const pair of run.iterate(content) ?? []) {
    run.budget.spend(1);
    const known = perhapsOf(pair);
    const loose = known !== pair;
    const [key, item] = isSequence(known) ? known.items : [];
    if (key === undefined || item === undefined) continue;
    noteEntry(run, target, key);
    if (isKind(key, 'unknown')) target.unknownParts.add(key.source);
    else setItem(target, key, item, loose);
  }
  if (!isKind(content, 'unknown')) return;
  const { origin } = content;
  const isMissing = origin?.kind === 'attribute' && isKind(origin.object, 'module');
  if (isMissing) return;
  noteContent(run, target);
  target.unknownParts.add(source);
};

/** Called before a merge. Only a view of variables needs a record of each of its names. */
const noteMerge = (run: Interpreter, target: DictValue, content: DictValue): void => {
  noteContent(run, target);
  if (target.variables === undefined) return;
  for (const { key } of content.entries.values()) noteEntry(run, target, key);
};
