import { isPlaced, showPlaces } from '../evaluate/package-paths.ts';
import { originPath } from './origin-path.ts';
import { isShuffled } from './shuffled.ts';
import { reprValue, showFloat, showValue } from './show-value.ts';
import { isObject, type DictValue, type InstanceValue, type Value, none } from './value.ts';

/** No definition has larger fields; in characters, and levels of nesting. */
const lengthMax = 400_000;
const depthMax = 40;

export interface JsonText {
  text: string;
  /** The number of values that are unknown. */
  dynamicCount: number;
}

/**
 * A value as JSON text in its own order, as Python's `json` writes it, except that an unknown is `{"$dynamic": "<source
 * text>"}`.
 */
export const writeJson = (value: Value): JsonText => {
  const writer = { left: lengthMax, dynamicCount: 0 };
  const text = write(value, writer, 0);
  if (writer.left >= 0) return { text, dynamicCount: writer.dynamicCount };
  return { text: '{"$dynamic":"too large"}', dynamicCount: 1 };
};

interface Writer {
  left: number;
  dynamicCount: number;
}

const write = (value: Value, writer: Writer, depth: number): string => {
  writer.left -= 1;
  if (writer.left < 0) return 'null';
  if (typeof value === 'string') return writeText(value, writer);
  if (typeof value === 'number' && !Number.isFinite(value)) return writeDynamic(showFloat(value), writer);
  if (typeof value === 'number') return showFloat(value);
  if (!isObject(value)) return String(value);
  if (depth > depthMax) return writeDynamic('…', writer);
  if (isShuffled(value)) return writeDynamic(reprValue(value) ?? 'set()', writer);
  switch (value.kind) {
    case 'none':
      return 'null';
    case 'list':
    case 'tuple':
      return writeArray(value.items, writer, depth);
    case 'set':
      return writeArray([...value.members.values()], writer, depth);
    case 'dict':
      return writeObject(value, writer, depth);
    case 'instance':
      return writeInstance(value, writer, depth);
    case 'unknown':
      return writeDynamic(value.source, writer);
    case 'class':
    case 'function':
    case 'builtin':
    case 'module':
      return writeDynamic(value.name, writer);
    case 'method':
      return writeDynamic(value.callable.name, writer);
    default:
      return writeDynamic('super()', writer);
  }
};

const writeText = (text: string, writer: Writer): string => {
  writer.left -= text.length;
  // The folders of the package and the host have no names until they are installed.
  if (isPlaced(text)) return writeDynamic(showPlaces(text), writer);
  return JSON.stringify(text);
};

const writeDynamic = (source: string, writer: Writer): string => {
  writer.left -= source.length + 14;
  writer.dynamicCount += 1;
  return `{"$dynamic":${JSON.stringify(source)}}`;
};

const writeArray = (items: Value[], writer: Writer, depth: number): string => {
  const written: string[] = [];
  for (const item of items) {
    if (writer.left < 0) break;
    written.push(write(item, writer, depth + 1));
  }
  return `[${written.join(',')}]`;
};

const writeObject = (dict: DictValue, writer: Writer, depth: number): string => {
  const written: string[] = [];
  for (const { key, value, isUncertain } of dict.entries.values()) {
    if (writer.left < 0) break;
    // An uncertain value is shown, and counts as unknown.
    if (isUncertain) writer.dynamicCount += 1;
    written.push(`${writeKey(key, writer)}:${write(value, writer, depth + 1)}`);
  }
  if (dict.unknownParts.size > 0) {
    writer.dynamicCount += 1;
    writer.left -= dict.unknownParts.size * 20;
    written.push(`"$dynamic":${JSON.stringify([...dict.unknownParts].join(', ').slice(0, 1000))}`);
  }
  return `{${written.join(',')}}`;
};

const writeKey = (key: Value, writer: Writer): string => {
  const text =
    key === none
      ? 'null'
      : typeof key === 'boolean'
        ? String(key)
        : (showValue(key) ?? originPath(key) ?? '?');
  writer.left -= text.length;
  return JSON.stringify(showPlaces(text));
};

const writeInstance = (instance: InstanceValue, writer: Writer, depth: number): string => {
  const content = instance.native ?? (instance.class.isEnum ? instance.attributes.get('value') : undefined);
  if (content !== undefined) return write(content, writer, depth + 1);
  return writeDynamic(`${instance.class.name}()`, writer);
};
