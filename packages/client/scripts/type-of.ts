/** The parts of a JSON schema that the contract uses. */
export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
}

const jsonTypes: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
  undefined: 'undefined',
};

/** A schema as a TypeScript type. `isInput` lets optional keys be given as undefined. */
export const typeOf = (schema: Schema, isInput = false): string => {
  const { $ref, type, items, anyOf } = schema;
  if ($ref !== undefined) return $ref.replace('#/components/schemas/', '');
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (anyOf !== undefined) return union(anyOf.map((one) => typeOf(one, isInput)));
  if (Array.isArray(type)) return union(type.map((one: string) => typeOf({ ...schema, type: one }, isInput)));
  if (type === 'array') return `readonly (${typeOf(items ?? {}, isInput)})[]`;
  if (type === 'object') return objectType(schema, isInput);
  return (typeof type === 'string' ? jsonTypes[type] : undefined) ?? 'unknown';
};

/** The keys of an object schema, as the body of an interface. */
export const fieldsOf = ({ properties = {}, required = [] }: Schema, isInput = false): string =>
  Object.entries(properties)
    .map(([name, schema]) => {
      const isRequired = required.includes(name);
      const type = typeOf(schema, isInput);
      const orUndefined = isInput && !isRequired && type !== 'unknown' ? ' | undefined' : '';
      return `${comment(schema.description)}readonly ${JSON.stringify(name)}${isRequired ? '' : '?'}: ${type}${orUndefined};`;
    })
    .join('\n');

export const comment = (text: string | undefined): string =>
  text === undefined ? '' : `/** ${text.replaceAll('*/', '*\\/').replaceAll('\n', '\n * ')} */\n`;

const objectType = (schema: Schema, isInput: boolean): string => {
  if (schema.properties !== undefined) return `{\n${fieldsOf(schema, isInput)}\n}`;
  const [values] = Object.values(schema.patternProperties ?? {});
  const { additionalProperties } = schema;
  const open = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return `Readonly<Record<string, ${typeOf(values ?? open ?? {}, isInput)}>>`;
};

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');
