import type { SyntaxNode } from '../../python/syntax-tree.ts';
import type { FoundName } from './find-bindings.ts';
import { distinct } from './join-names.ts';
import { keyOf } from './key-of.ts';
import type { PythonSource } from './python-source.ts';
import type { ResolvedName } from './resolved-name.ts';
import { MODULE_SCOPE } from './scopes.ts';

/** Python normalizes names to their compatibility form (PEP 3131), so a name may be written in other letters. */
export const readName = (written: string): ResolvedName => {
  const name = written.normalize('NFKC');
  return { name, isHidden: name !== written, isEncoded: name !== written };
};

/** A binding of the module hides a built-in name only below it, and only if it surely happens. */
export const mayBeUnbound = (found: FoundName | undefined, variable: SyntaxNode): boolean =>
  found === undefined ||
  (found.isOfModule && !found.bindings.some(({ isSure, start }) => isSure && start < variable.startIndex));

/** What a name means that the file does not bind: a built-in function, or something that a module brings with `*`. */
export const unboundNames = (source: PythonSource, node: SyntaxNode): readonly ResolvedName[] => {
  const own = readName(node.text);
  const modules = source.bindings.get(keyOf(MODULE_SCOPE, '*')) ?? [];
  return [own, ...distinct(modules.map(({ dotted }) => ({ ...own, name: dotted + own.name })))];
};
