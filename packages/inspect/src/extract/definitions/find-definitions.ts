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

/** A class the package offers, and the name it offers it under. */
export interface Definition {
  /** Undefined for a schema class, which names itself. */
  name: string | undefined;
  /** Undefined when the name is known but not what stands behind it. */
  made: ClassValue | undefined;
  isUncertain: boolean;
  /** What the package says the host shows for the name; a schema class says it itself. */
  displayName?: Value | undefined;
}

export interface FoundDefinitions {
  definitions: Definition[];
  /** Source texts of what may hold more definitions than were found. */
  unknownParts: Set<string>;
}

/**
 * What the root module offers: its mappings, what it wrote into the host's own, and what its entry point
 * lists. The host reads the entry point only when there are no mappings; a package with both means both.
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
    // Perhaps there, and nothing known about it: as likely something else that a filter could not tell apart.
    if (isUncertain && isKind(value, 'unknown')) continue;
    const made = isKind(value, 'class') ? value : isKind(value, 'instance') ? value.class : undefined;
    found.definitions.push({ name, made, isUncertain });
  }
};

/** Undefined for a name that is surely not there, which the host shows as it is. */
const displayNameOf = (mappings: Value | undefined, name: string | undefined): Value | undefined => {
  const known = isKind(mappings, 'instance') ? mappings.native : mappings;
  if (name === undefined || !isKind(known, 'dict')) return isKind(known, 'unknown') ? known : undefined;
  const entry = known.entries.get(keyOf(name));
  const [part] = known.unknownParts;
  if (entry === undefined) return part === undefined ? undefined : makeUnknown(part);
  return entry.isUncertain ? makeUnknown(`NODE_DISPLAY_NAME_MAPPINGS["${name}"]`) : entry.value;
};

/** The classes an entry point offers: by an extension's `get_node_list`, or as a list outright. */
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
