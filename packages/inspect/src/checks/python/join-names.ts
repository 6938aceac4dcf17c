import type { FoldedText } from './fold-text.ts';
import { type Binding, ofSystem } from './read-bindings.ts';
import type { ResolvedName } from './resolved-name.ts';

export const plain = (name: string): ResolvedName => ({ name, isHidden: false, isEncoded: false });

export const dottedName = ({ dotted }: Pick<Binding, 'dotted'>): ResolvedName[] =>
  dotted === '' ? [] : [plain(dotted)];

export const hidden = ({ text, isEncoded }: FoldedText): ResolvedName => ({
  name: text,
  isHidden: true,
  isEncoded,
});
export const moduleOf = (key: FoldedText): ResolvedName => hidden({ ...key, text: ofSystem(key.text) });

export const attributesOf = (
  holders: readonly ResolvedName[],
  attribute: ResolvedName,
): readonly ResolvedName[] =>
  holders.length === 0
    ? [{ ...attribute, name: `.${attribute.name}` }]
    : holders.map((holder) => join(holder, attribute));

/** Functions whose `__self__` is the module of the built-in ones. */
const BUILT_IN = /^(?:print|len|abs|repr|iter|id|dir|max|min|sum|any|all|open|input|chr|ord|hash)$/;

/** A built-in function is named without its module. */
export const join = (holder: ResolvedName, attribute: ResolvedName): ResolvedName => {
  if (attribute.name === '__call__') return holder;
  if (attribute.name === '__self__' && BUILT_IN.test(holder.name))
    return hidden({ text: 'builtins', isEncoded: false });
  const isBuiltin = /^(?:builtins|__builtins__|)$/.test(holder.name);
  return {
    name: isBuiltin ? attribute.name : ofSystem(`${holder.name}.${attribute.name}`),
    isHidden: holder.isHidden || attribute.isHidden,
    isEncoded: holder.isEncoded || attribute.isEncoded,
  };
};

/** Names of the file's own objects, of which the rules read only the end. A variable can have very many. */
const OWN_NAMES_MAX = 8;

/** Each name once. */
export const distinct = (names: readonly ResolvedName[]): readonly ResolvedName[] => {
  const byName = new Map<string, ResolvedName>();
  let own = 0;
  for (const resolved of names) {
    const { name, isHidden, isEncoded } = resolved;
    if (name.startsWith('.') && !byName.has(name) && (own += 1) > OWN_NAMES_MAX) continue;
    const known = byName.get(name);
    byName.set(
      name,
      known === undefined
        ? resolved
        : { name, isHidden: isHidden || known.isHidden, isEncoded: isEncoded || known.isEncoded },
    );
  }
  return [...byName.values()];
};
