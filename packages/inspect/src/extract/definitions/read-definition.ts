import type { Interpreter } from '../evaluate/interpreter.ts';
import type { ClassValue } from '../values/value.ts';
import { FieldCollector, type ReadDefinition } from './field-collector.ts';
import type { Definition } from './find-definitions.ts';
import { readMappedClass } from './read-mapped-class.ts';
import { readSchema } from './read-schema.ts';
import { readSchemaClass } from './read-schema-class.ts';

/** One definition with all its fields; undefined for a schema class whose name is unknown. */
export const readDefinition = (run: Interpreter, definition: Definition): ReadDefinition | undefined => {
  const { name, displayName, made, isUncertain } = definition;
  if (made === undefined) return new FieldCollector().finish(name ?? '', isUncertain);
  const isSchemaClass = made.ancestry.some((ancestor) => ancestor.attributes.has('define_schema'));
  if (!isSchemaClass) {
    const used = name ?? readStubName(run, made);
    if (used === undefined) return undefined;
    const fields = readMappedClass(run, made);
    fields.addDisplayName(displayName);
    return fields.finish(used, isUncertain);
  }
  const schema = readSchema(run, made);
  const ownName = schema?.field('node_id');
  const used = name ?? (typeof ownName === 'string' ? ownName : undefined);
  if (used === undefined) return undefined;
  const fields = schema === undefined ? new FieldCollector() : readSchemaClass(made, schema);
  return fields.finish(used, isUncertain);
};

/** The name that a class of the older form gives itself, if it has a `GET_SCHEMA` for the new form. */
const readStubName = (run: Interpreter, made: ClassValue): string | undefined => {
  const method = made.attributes.get('GET_SCHEMA');
  if (method === undefined) return undefined;
  const schema = run.call(method, { positional: [], keywords: new Map() }, 'GET_SCHEMA()');
  const name = run.getAttribute(schema, 'node_id', 'node_id');
  return typeof name === 'string' ? name : undefined;
};
