import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';

type Serialize = (answer: unknown) => string;

/** Servers of one process share what takes long to compile. */
const compiled = new WeakMap<TSchema, Serialize>();

export const serializerCompiler: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  const serialize = compiled.get(schema) ?? compileAtFirstUse(schema);
  compiled.set(schema, serialize);
  return serialize;
};

/** A server starts faster without the endpoints that nobody calls. */
const compileAtFirstUse = (schema: TSchema): Serialize => {
  let serialize: Serialize | undefined;
  return (answer) => (serialize ??= fastJsonStringify(schema))(answer);
};
