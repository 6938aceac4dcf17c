import { Ajv } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/** Of the right form, and a moment that there is, up to the last that has four digits of a year in UTC. */
const isTimestamp = (text: string): boolean =>
  timestamp.test(text) && Date.parse(text) <= Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const formats = { 'date-time': isTimestamp };
const common = { allErrors: true, strict: false, formats } as const;

/** A body is taken as it is, without coercion; keys the contract does not name are dropped, because they are ignored. */
const bodies = new Ajv({ ...common, removeAdditional: 'all' });
/** A query is text: numbers, booleans and lists are read from it. */
const queries = new Ajv({ ...common, removeAdditional: 'all', coerceTypes: 'array' });

export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? bodies : queries).compile(schema);
