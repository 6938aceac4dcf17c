import type { Interpreter } from '../evaluate/interpreter.ts';
import { makeClass, makeList, makeTuple, makeUnknown } from '../values/make-values.ts';
import { setItem } from '../values/dict-items.ts';
import { isKind, isSequence, none, type Value } from '../values/value.ts';
import facts from './host-facts.json' with { type: 'json' };
import { libraryFunction } from './library-entry.ts';
import { readJson } from './read-json.ts';

interface ClassFacts {
  category?: string;
  function?: string;
  deprecated?: boolean;
  experimental?: boolean;
  has_description?: boolean;
  has_output_tooltips?: boolean;
  has_search_aliases?: boolean;
  input_is_list?: boolean;
  input_types?: string;
  output_is_list?: boolean[];
  output_node?: boolean;
  return_names?: string;
  return_types?: string;
}

const constants = new Map<string, number>(
  Object.entries(facts.constants).map(([name, value]) => [`nodes.${name}`, value]),
);
const classes = new Map<string, ClassFacts>(Object.entries<ClassFacts>(facts.classes));

/**
 * What is known of a dotted path outside the package. The host's constants and the classes that packages derive from
 * are those of its public source, in the version that `host-facts.json` names; `scripts/write-host-facts.ts` writes
 * that file. A class is created when it is first needed, because most packages use none.
 */
export const findKnown = (run: Interpreter, path: string): Value | undefined => {
  const known = run.library.get(path);
  if (known !== undefined) return known;
  const constant = constants.get(path);
  if (constant !== undefined) return BigInt(constant);
  const fields = classes.get(path);
  if (fields === undefined) return undefined;
  const made = describeClass(run, path, fields);
  run.library.set(path, made);
  return made;
};

const describeClass = (run: Interpreter, path: string, fields: ClassFacts): Value => {
  const cut = path.lastIndexOf('.');
  const name = path.slice(cut + 1);
  const made = makeClass(name, { module: path.slice(0, cut) });
  const set = (attribute: string, value: Value | undefined) => {
    if (value !== undefined) made.attributes.set(attribute, value);
  };
  set('CATEGORY', fields.category);
  set('FUNCTION', fields.function);
  set('DEPRECATED', fields.deprecated);
  set('EXPERIMENTAL', fields.experimental);
  if (fields.has_description === true) set('DESCRIPTION', makeUnknown(`${path}.DESCRIPTION`));
  set('OUTPUT_NODE', fields.output_node);
  set('INPUT_IS_LIST', fields.input_is_list);
  if (fields.has_output_tooltips === true) set('OUTPUT_TOOLTIPS', makeUnknown(`${path}.OUTPUT_TOOLTIPS`));
  if (fields.has_search_aliases === true) set('SEARCH_ALIASES', makeUnknown(`${path}.SEARCH_ALIASES`));
  set('OUTPUT_IS_LIST', fields.output_is_list && makeTuple(fields.output_is_list));
  set('RETURN_TYPES', readTuple(run, fields.return_types));
  set('RETURN_NAMES', readTuple(run, fields.return_names));
  const { input_types } = fields;
  // Each call returns new dicts, because packages change what they get.
  if (input_types !== undefined) {
    const read = () => restore(readJson(run, input_types) ?? none, 0);
    made.attributes.set('INPUT_TYPES', libraryFunction('INPUT_TYPES', read));
  }
  return made;
};

const readTuple = (run: Interpreter, text: string | undefined): Value | undefined => {
  const read = text === undefined ? undefined : restore(readJson(run, text) ?? none, 0);
  return isSequence(read) ? makeTuple(read.items) : read;
};

/** In `{"required": {"image": [type, options]}}`. */
const inputDepth = 2;

/** Turns JSON back into the values from which it was written, with unknowns, and tuples for inputs. */
const restore = (value: Value, depth: number): Value => {
  if (isKind(value, 'list')) {
    const items = value.items.map((item) => restore(item, depth + 1));
    return depth === inputDepth ? makeTuple(items) : makeList(items);
  }
  if (!isKind(value, 'dict')) return value;
  for (const [place, { key, value: item }] of value.entries) {
    if (key !== '$dynamic') setItem(value, key, restore(item, depth + 1));
    else if (typeof item === 'string' && value.entries.size === 1) return makeUnknown(item);
    else {
      value.entries.delete(place);
      value.unknownParts.add(typeof item === 'string' ? item : '?');
    }
  }
  return value;
};
