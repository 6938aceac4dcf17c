import { formats, limits } from '@patchbay/contract';
import { Ajv, type ValidateFunction } from 'ajv';
import type {
  FastifySchemaCompiler,
  FastifySchemaValidationError as Fault,
  FastifySerializerCompiler,
} from 'fastify';
import type { TSchema } from 'typebox';
import fastJsonStringify from 'fast-json-stringify';
import { compileFaultFinder } from './find-faults.ts';

const tests = Object.fromEntries(Object.entries(formats).map(([name, { test }]) => [name, test]));
/** Not `allErrors`, whose cost grows with the number of faults: a small body can contain millions. */
const common = { strict: false, formats: tests } as const;

/**
 * Bodies are validated without coercion. Keys that the contract does not name are dropped, because they are ignored.
 */
const bodies = new Ajv({ ...common, removeAdditional: 'all' });
/** A query is text: numbers, booleans and lists are parsed from it. */
const queries = new Ajv({ ...common, removeAdditional: 'all', coerceTypes: 'array' });

interface JsonSchema {
  type?: string | readonly string[];
  items?: TSchema;
  properties?: Readonly<Record<string, TSchema>>;
  patternProperties?: Readonly<Record<string, TSchema>>;
  maxProperties?: number;
}

type Validate = (value: unknown) => true | { error: Fault[] };
type Serialize = (answer: unknown) => string;

/** By the part of the request and the schema: servers of one process share what takes long to compile. */
const compiled = {
  body: new WeakMap<TSchema, Validate>(),
  query: new WeakMap<TSchema, Validate>(),
  reply: new WeakMap<TSchema, Serialize>(),
};

export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const isBody = httpPart === 'body';
  const known = compiled[isBody ? 'body' : 'query'];
  const validate = known.get(schema) ?? compileValidator(schema, isBody);
  known.set(schema, validate);
  return validate;
};

/**
 * Decides at the first fault, and only then collects a limited number of them for the error. Each step is compiled when
 * it is first needed: to compile them all would take longer than all else at the start of a server.
 */
const compileValidator = (written: TSchema, isBody: boolean): Validate => {
  const schema = isBody ? withKeysMax(written) : written;
  const ajv = isBody ? bodies : queries;
  let isValid: ValidateFunction | undefined;
  let findFaults: ReturnType<typeof compileFaultFinder> | undefined;
  const findNumerals = isBody ? () => [] : oddNumerals(schema);
  return (value) => {
    const numerals = findNumerals(value);
    isValid ??= ajv.compile(schema);
    if (numerals.length === 0 && isValid(value)) return true;
    findFaults ??= compileFaultFinder(schema, ajv);
    const odd = new Set(numerals.map(({ instancePath }) => instancePath));
    const others = findFaults(value).filter(({ instancePath }) => !odd.has(instancePath));
    const faults = [...numerals, ...others].slice(0, limits.faultsMax);
    return { error: faults.length > 0 ? faults : (isValid.errors ?? []) };
  };
};

/**
 * The schema with a limit on the number of keys in every object, unless it has its own: dropping unknown keys costs
 * more than counting keys.
 */
const withKeysMax = (schema: TSchema): TSchema => {
  const {
    type,
    items,
    properties,
    patternProperties,
    maxProperties = limits.objectKeysMax,
  } = schema as JsonSchema;
  const inAll = (named: Readonly<Record<string, TSchema>>) =>
    Object.fromEntries(Object.entries(named).map(([name, one]) => [name, withKeysMax(one)]));
  return {
    ...schema,
    ...([type].flat().includes('object') ? { maxProperties } : {}),
    ...(items === undefined ? {} : { items: withKeysMax(items) }),
    ...(properties === undefined ? {} : { properties: inAll(properties) }),
    ...(patternProperties === undefined ? {} : { patternProperties: inAll(patternProperties) }),
  };
};

/**
 * Integers of a query that are not written in decimal digits: coercion accepts everything that JavaScript parses as a
 * number.
 */
const oddNumerals = (schema: TSchema): ((query: unknown) => Fault[]) => {
  const { properties = {} } = schema as JsonSchema;
  const names = Object.keys(properties).filter((name) => (properties[name] as JsonSchema).type === 'integer');
  return (query) =>
    names
      .filter((name) => {
        const value = (query as Record<string, unknown>)[name];
        return typeof value === 'string' && !/^-?\d+$/.test(value);
      })
      .map((name) => ({
        keyword: 'type',
        instancePath: `/${name}`,
        schemaPath: '',
        params: {},
        message: 'must be an integer in decimal digits',
      }));
};

export const serializerCompiler: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  const serialize = compiled.reply.get(schema) ?? compileAtFirstUse(schema);
  compiled.reply.set(schema, serialize);
  return serialize;
};

/** A server starts faster without the endpoints that nobody calls. */
const compileAtFirstUse = (schema: TSchema): Serialize => {
  let serialize: Serialize | undefined;
  return (answer) => (serialize ??= fastJsonStringify(schema))(answer);
};
