import {
  type Static,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Type,
} from 'typebox';

/** A value in an update; null clears a key, at any depth. */
export type PatchOf<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Key in keyof T]?: PatchOf<NonNullable<T[Key]>> | null }
    : T;

type PatchProperties<P extends TProperties> = {
  [Key in keyof P]: TOptional<TUnsafe<PatchOf<NonNullable<Static<P[Key]>>> | null>>;
};

interface JsonSchema {
  type?: string;
  enum?: readonly unknown[];
  properties?: Readonly<Record<string, TSchema>>;
  patternProperties?: Readonly<Record<string, TSchema>>;
}

/**
 * The properties of an object in an update, by JSON Merge Patch (RFC 7396): absent keys stay, null clears. The schemas
 * keep their structure, so that a fault is reported once and names are still found in them.
 */
export const patchProperties = <S extends TObject>({ properties }: S): PatchProperties<S['properties']> =>
  mapValues(properties, (schema) => Type.Optional(Type.Unsafe(nullable(schema)))) as PatchProperties<
    S['properties']
  >;

const nullable = (schema: TSchema): TSchema => {
  const { type, enum: values, properties, patternProperties } = schema as JsonSchema;
  return {
    ...schema,
    ...(type === undefined ? {} : { type: [type, 'null'] }),
    ...(values === undefined ? {} : { enum: [...values, null] }),
    ...(properties === undefined ? {} : { properties: mapValues(properties, nullable) }),
    ...(patternProperties === undefined ? {} : { patternProperties: mapValues(patternProperties, nullable) }),
  };
};

const mapValues = <In, Out>(record: Readonly<Record<string, In>>, map: (value: In) => Out) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
