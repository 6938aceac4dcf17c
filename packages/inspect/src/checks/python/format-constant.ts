import { type Constant, type ConstantMapping, isMapping, isNumber, isText, namesIn } from './constant.ts';

const fields = /\{\{|\}\}|\{(\w*)(?:![sr])?(?::s?)?\}/g;
const placeholders = /%(?:%|(?:\((\w+)\))?[srd])/g;
const variables = /\$(?:\$|(\w+)|\{(\w+)\})/g;

/** A text with its fields replaced; undefined if one of them is not known. */
const replaced = (
  text: string,
  pattern: RegExp,
  valueOf: (name: string, found: string) => Constant | undefined,
): string | undefined => {
  let isKnown = true;
  const written = text.replaceAll(pattern, (found: string, ...groups: readonly unknown[]) => {
    const name = groups.slice(0, -2).find((group) => typeof group === 'string');
    const value = valueOf(name ?? '', found);
    if (isText(value) || isNumber(value)) return String(value);
    isKnown = false;
    return found;
  });
  return isKnown ? written : undefined;
};

export const formatted = (text: string, given: readonly (Constant | undefined)[]): string | undefined => {
  let next = 0;
  return replaced(text, fields, (name, found) => {
    if (/^(?:\{\{|\}\})$/.test(found)) return found.slice(1);
    if (name === '') return given[next++];
    return /^\d+$/.test(name) ? given[Number(name)] : namesIn(given).get(name);
  });
};

export const substituted = (text: string, names: ConstantMapping): string | undefined =>
  replaced(text, variables, (name, found) => (found === '$$' ? '$' : names.get(name)));

/** `"%s%s" % ("sys", "tem")`, `"%(a)s" % {"a": "system"}`. */
export const interpolated = (text: string, given: Constant): string | undefined => {
  const values = Array.isArray(given) ? given : [given];
  let next = 0;
  const written = replaced(text, placeholders, (name, found) => {
    if (found === '%%') return '%';
    return name === '' ? values[next++] : namesIn([given]).get(name);
  });
  return isMapping(given) || next === values.length ? written : undefined;
};
