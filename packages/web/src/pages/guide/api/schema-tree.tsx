import type { Schema } from './openapi.ts';

/** Deeper ones are named and not drawn: the document has some that contain themselves. */
const depthMax = 4;
const shownValuesMax = 12;

interface SchemaTreeProps {
  schema: Schema;
  schemas: Readonly<Record<string, Schema>>;
  depth?: number;
}

/** The fields of a JSON value, with their types and what they mean. */
export const SchemaTree = ({ schema, schemas, depth = 0 }: SchemaTreeProps) => {
  const { properties, required = [] } = itemOf(resolve(schema, schemas), schemas);
  if (properties === undefined || depth >= depthMax) return null;
  return (
    <ul class="fields">
      {Object.entries(properties).map(([name, field]) => (
        <li key={name}>
          <code>{name}</code>{' '}
          <span class="quiet">
            {typeOf(field, schemas)}
            {!required.includes(name) && ', optional'}
          </span>
          {field.description !== undefined && <> – {field.description}</>}
          <SchemaTree schema={field} schemas={schemas} depth={depth + 1} />
        </li>
      ))}
    </ul>
  );
};

const nameOf = ({ $ref }: Schema): string | undefined => $ref?.replace(/.*\//, '');

const resolve = (schema: Schema, schemas: SchemaTreeProps['schemas']): Schema => {
  const name = nameOf(schema);
  return name === undefined ? schema : (schemas[name] ?? schema);
};

/** What a list or a map holds. */
const itemOf = (schema: Schema, schemas: SchemaTreeProps['schemas']): Schema => {
  const values = Object.values(schema.patternProperties ?? {})[0];
  const inner = schema.items ?? values;
  return inner === undefined ? schema : itemOf(resolve(inner, schemas), schemas);
};

/** The type of a value in words: `list of Node`, `text, at most 200 characters`. */
export const typeOf = (schema: Schema, schemas: SchemaTreeProps['schemas']): string => {
  const { type, items, enum: values, const: only, maxLength, maxItems, format } = schema;
  const name = nameOf(schema);
  if (name !== undefined && schemas[name]?.enum === undefined) return name;
  if (name !== undefined) return typeOf(resolve(schema, schemas), schemas);
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) {
    const shown = values.slice(0, shownValuesMax).map(String).join(', ');
    return values.length > shownValuesMax ? `one of ${shown} and others` : `one of ${shown}`;
  }
  const names = [type].flat().filter((one) => one !== undefined && one !== 'null');
  if (items !== undefined) {
    return `list of ${typeOf(items, schemas)}${maxItems === undefined ? '' : `, at most ${maxItems}`}`;
  }
  const words = names.map((one) => (one === 'string' ? (format ?? 'text') : one)).join(' or ') || 'anything';
  return maxLength === undefined ? words : `${words}, at most ${maxLength} characters`;
};
