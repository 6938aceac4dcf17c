import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { findBindings, importedSites } from './find-bindings.ts';
import type { PythonSource, Site } from './python-source.ts';
import { memberOf } from './read-source.ts';
import { spend } from './trace-budget.ts';

/** A module or class of the package, or an object of that class. */
export interface Holder {
  file: string;
  /** Undefined for a module. */
  className: string | undefined;
  /** Its source, which need not be that of the whole file. */
  open: () => PythonSource;
}

const DEPTH_MAX = 8;
const HOLDERS_MAX = 8;

/** What an expression is, if that is a class of the package or another module of it. */
export const holdersOf = (source: PythonSource, node: SyntaxNode | null): readonly Holder[] => {
  const variable = node?.type === 'identifier' ? keyOfVariable(source, node) : undefined;
  if (variable !== undefined && source.plain.has(variable)) return [];
  const holders = find({ source, node }, { seen: new Set(), depth: 0 }).filter(
    ({ file, className }) => file !== source.file || className !== undefined,
  );
  if (variable !== undefined && holders.length === 0) source.plain.add(variable);
  return holders;
};

interface Placed {
  source: PythonSource;
  node: SyntaxNode | null;
}

interface Search {
  /** Variables can stand for one another. */
  seen: Set<string>;
  depth: number;
}

const keyOfVariable = (source: PythonSource, node: SyntaxNode): string =>
  findBindings(source, node)?.key ?? node.text;

const find = ({ source, node }: Placed, { seen, depth }: Search): readonly Holder[] => {
  if (node === null || depth > DEPTH_MAX) return [];
  if (depth > 0) spend(source.others.budget, 1);
  const deeper = { seen, depth: depth + 1 };
  switch (node.type) {
    case 'identifier':
      return ofVariable(source, node, deeper);
    case 'parenthesized_expression':
      return find({ source, node: node.firstNamedChild }, deeper);
    case 'attribute': {
      if (memberOf(node) !== undefined) return [];
      const name = node.childForFieldName('attribute')?.text ?? '';
      return find({ source, node: node.childForFieldName('object') }, deeper)
        .filter(({ className }) => className === undefined)
        .flatMap((holder) => source.others.sitesOf(holder.file, name))
        .flatMap((site) => ofSite(source, site, deeper))
        .slice(0, HOLDERS_MAX);
    }
    case 'call':
      return find({ source, node: node.childForFieldName('function') }, deeper).filter(
        ({ className }) => className !== undefined,
      );
    default:
      return [];
  }
};

const ofVariable = (source: PythonSource, node: SyntaxNode, search: Search): readonly Holder[] => {
  const found = findBindings(source, node);
  const key = `${source.file}\0${found?.key ?? node.text}`;
  if (search.seen.has(key)) return [];
  search.seen.add(key);
  const own = (found?.bindings ?? []).flatMap(({ value, dotted }): readonly Holder[] => {
    if (value !== null) return find({ source, node: value }, search);
    const name = dotted.slice(1);
    return dotted.startsWith('.') && source.classNames.has(name) ? [ofClass(source, name)] : [];
  });
  const imported = importedSites(source, node, found).flatMap((site) => ofSite(source, site, search));
  return [...own, ...imported].slice(0, HOLDERS_MAX);
};

const ofClass = (source: PythonSource, className: string): Holder => ({
  file: source.file,
  className,
  open: () => source,
});

const ofSite = ({ others }: PythonSource, { file, name }: Site, search: Search): readonly Holder[] => {
  const open = () => others.open(file);
  if (name === undefined || others.isClass({ file, name })) return [{ file, className: name, open }];
  return others
    .bindingsAt({ file, name })
    .flatMap(({ source, binding }) => find({ source, node: binding.value }, search));
};
