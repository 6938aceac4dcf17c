import { computedAttribute } from '../evaluate/get-attribute.ts';
import type { Interpreter } from '../evaluate/interpreter.ts';
import { perhapsOf } from '../values/loose-members.ts';
import { keyOf } from '../values/key-of.ts';
import { makeUnknown } from '../values/make-values.ts';
import {
  isKind,
  isSequence,
  type ClassValue,
  type DictValue,
  type ModuleValue,
  type Value,
  none,
} from '../values/value.ts';

/** A class that the package offers, and the name under which it does. */
export interface Definition {
  /** Undefined for a schema class, which has its name in its schema. */
  name: string | undefined;
  /** Undefined if the name is known but its class is not. */
  made: ClassValue | undefined;
  isUncertain: boolean;
  /** The display name according to the package. A schema class has its own. */
  displayName?: Value | undefined;
}

export interface FoundDefinitions {
  definitions: Definition[];
  /** Source texts of expressions that may add more definitions than were found. */
  unknownParts: Set<string>;
}

/**
 * What the root module offers: its mappings, what it wrote into those of the host, and what its entry point lists. The
 * host reads the entry point only if there are no mappings; a package with both intends both.
 */
export const findDefinitions = (run: Interpreter, root: ModuleValue): FoundDefinitions => {
  const found: FoundDefinitions = { definitions: [], unknownParts: new Set() };
  const offered = (name: string) => root.variables.get(name) ?? computedAttribute(run, root, name, name);
  addMappings(found, offered('NODE_CLASS_MAPPINGS'));
  addMappings(found, run.hostMappings);
  const entry = offered('comfy_entrypoint');
  if (entry !== undefined) addListed(found, listOffered(run, entry));
  const displayNames = offered('NODE_DISPLAY_NAME_MAPPINGS');
  found.definitions = found.definitions.map((definition) => ({
    ...definition,
    displayName: displayNameOf(displayNames, definition.name),
  }));
  const isDoubtful = ({ made }: Definition) =>
    root.isDoubtful || (made !== undefined && run.modules.get(made.file)?.isDoubtful === true);
  found.definitions = found.definitions.map((definition) =>
    isDoubtful(definition) ? { ...definition, isUncertain: true } : definition,
  );
  return found;
};

const addMappings = (found: FoundDefinitions, value: Value | undefined): void => {
  const mappings = isKind(value, 'instance') ? value.native : value;
  if (isKind(mappings, 'unknown')) found.unknownParts.add(mappings.source);
  if (!isKind(mappings, 'dict')) return;
  for (const part of mappings.unknownParts) found.unknownParts.add(part);
  addEntries(found, mappings);
};

const addEntries = (found: FoundDefinitions, mappings: DictValue): void => {
  for (const { key, value, isUncertain } of mappings.entries.values()) {
    const name = isKind(key, 'instance') ? key.native : key;
    if (typeof name !== 'string' || value === none) continue;
    // It may exist, but nothing is known about it: it may as well be something that a filter has removed.
    if (isUncertain && isKind(value, 'unknown')) continue;
    const made = isKind(value, 'class') ? value : isKind(value, 'instance') ? value.class : undefined;
    found.definitions.push({ name, made, isUncertain });
  }
};

/** Undefined for a name that is certainly missing, which the host shows unchanged. */
const displayNameOf = (mappings: Value | undefined, name: string | undefined): Value | undefined => {
  const known = isKind(mappings, 'instance') ? mappings.native : mappings;
  if (name === undefined || !isKind(known, 'dict')) return isKind(known, 'unknown') ? known : undefined;
  const entry = known.entries.get(keyOf(name));
  const [part] = known.unknownParts;
  if (entry === undefined) return part === undefined ? undefined : makeUnknown(part);
  return entry.isUncertain ? makeUnknown(`NODE_DISPLAY_NAME_MAPPINGS["${name}"]`) : entry.value;
};

/** The classes of an entry point: from `get_node_list` of an extension, or directly as a list. */
const listOffered = (run: Interpreter, entry: Value): Value => {
  const nothing = { positional: [], keywords: new Map<string, Value>() };
  const extension = run.call(entry, nothing, 'comfy_entrypoint()');
  if (isSequence(extension)) return extension;
  const lister = run.getAttribute(extension, 'get_node_list', 'get_node_list');
  return lister === undefined ? extension : run.call(lister, nothing, 'get_node_list()');
};

const addListed = (found: FoundDefinitions, listed: Value): void => {
  if (!isSequence(listed)) {
    if (isKind(listed, 'unknown')) found.unknownParts.add(listed.source);
    return;
  }
  for (const item of listed.items) {
    const made = perhapsOf(item);
    if (isKind(made, 'class')) found.definitions.push({ name: undefined, made, isUncertain: made !== item });
    else if (isKind(item, 'unknown')) found.unknownParts.add(item.source);
  }
};
