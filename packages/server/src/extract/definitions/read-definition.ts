import type { Interpreter } from '../evaluate/interpreter.ts';
import { FieldCollector, type ReadDefinition } from './field-collector.ts';
import type { Definition } from './find-definitions.ts';
import { readMappedClass } from './read-mapped-class.ts';
import { readSchema } from './read-schema.ts';
import { readSchemaClass } from './read-schema-class.ts';

/** One definition with all its fields; undefined for a schema class whose own name cannot be known. */
export function readDefinition(run: Interpreter, definition: Definition): ReadDefinition | undefined {
  const { name, made, isUncertain } = definition;
  if (made === undefined) return new FieldCollector().finish(name ?? '', isUncertain);
  const isSchemaClass = made.ancestry.some((ancestor) => ancestor.attributes.has('define_schema'));
  if (!isSchemaClass) {
    return name === undefined ? undefined : readMappedClass(run, made).finish(name, isUncertain);
  }
  const schema = readSchema(run, made);
  const ownName = schema?.field('node_id');
  const used = name ?? (typeof ownName === 'string' ? ownName : undefined);
  if (used === undefined) return undefined;
  const fields = schema === undefined ? new FieldCollector() : readSchemaClass(made, schema);
  return fields.finish(used, isUncertain);
}
