import { Ajv } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';

const formats = { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i };
const common = { allErrors: true, strict: false, formats } as const;

/** A body is taken as it is, without coercion; keys the contract does not name are dropped, because they are ignored. */
const bodies = new Ajv({ ...common, removeAdditional: 'all' });
/** A query is text: numbers, booleans and lists are read from it. */
const queries = new Ajv({ ...common, coerceTypes: 'array' });

export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? bodies : queries).compile(schema);
