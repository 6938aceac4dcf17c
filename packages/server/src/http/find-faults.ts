import { limits } from '@patchbay/contract';
import type { Ajv, ValidateFunction } from 'ajv';
import type { FastifySchemaValidationError } from 'fastify';
import type { TSchema } from 'typebox';

/** Includes the invalid key, if a key is invalid. */
type Fault = FastifySchemaValidationError & { propertyName?: string };

/** The faults of a value, at most `limits.faultsMax`. At least one if the schema rejects the value. */
type FindFaults = (value: unknown) => Fault[];

/** Adds the faults of a value at a path unless the limit is reached. */
type Visit = (value: unknown, path: string, faults: Fault[]) => void;

interface JsonSchema {
  properties?: Readonly<Record<string, TSchema>>;
  patternProperties?: Readonly<Record<string, TSchema>>;
  propertyNames?: TSchema;
  additionalProperties?: TSchema | boolean;
  items?: TSchema;
  required?: readonly string[];
}

/**
 * Validates value by value. The constraints on a value itself, above all its size, come before those on its members,
 * which are not validated if the value itself is invalid.
 */
export const compileFaultFinder = (schema: TSchema, ajv: Ajv): FindFaults => {
  const visit = compileVisit(schema, ajv);
  return (value) => {
    const faults: Fault[] = [];
    visit(value, '', faults);
    return faults;
  };
};

const isFull = (faults: readonly Fault[]): boolean => faults.length >= limits.faultsMax;

const compileVisit = (schema: TSchema, ajv: Ajv): Visit => {
  const {
    properties,
    patternProperties,
    propertyNames,
    // Without the properties beside it, every key would count as additional and be removed.
    additionalProperties: _others,
    items,
    required = [],
    ...own
  } = schema as JsonSchema;
  const isValid = ajv.compile(own);
  const isName = propertyNames && ajv.compile(propertyNames);
  const visitItem = items && compileVisit(items, ajv);
  const named = Object.entries(properties ?? {}).map(([key, one]) => [key, compileVisit(one, ajv)] as const);
  const matched = Object.entries(patternProperties ?? {}).map(
    ([pattern, one]) => [new RegExp(pattern, 'u'), compileVisit(one, ajv)] as const,
  );
  const visitMembers = (value: Record<string, unknown>, path: string, faults: Fault[]): void => {
    for (const missingProperty of required) {
      if (isFull(faults)) return;
      if (value[missingProperty] === undefined) {
        faults.push({
          keyword: 'required',
          instancePath: path,
          schemaPath: '',
          params: { missingProperty },
          message: `must have required property '${missingProperty}'`,
        });
      }
    }
    for (const [key, visit] of named) {
      if (isFull(faults)) return;
      if (value[key] !== undefined) visit(value[key], `${path}/${key}`, faults);
    }
    if (matched.length === 0 && isName === undefined) return;
    for (const key in value) {
      if (isFull(faults)) return;
      if (isName !== undefined && !isName(key)) {
        const [fault] = ownFaults(isName, path);
        if (fault !== undefined) faults.push({ ...fault, propertyName: key });
        continue;
      }
      for (const [pattern, visit] of matched) {
        if (pattern.test(key)) visit(value[key], `${path}/${pointerPart(key)}`, faults);
      }
    }
  };

  return (value, path, faults) => {
    if (!isValid(value)) {
      faults.push(...ownFaults(isValid, path).slice(0, limits.faultsMax - faults.length));
    } else if (Array.isArray(value) && visitItem !== undefined) {
      for (const [index, item] of value.entries()) {
        if (isFull(faults)) return;
        visitItem(item, `${path}/${index}`, faults);
      }
    } else if (typeof value === 'object' && value !== null) {
      visitMembers(value as Record<string, unknown>, path, faults);
    }
  };
};

const ownFaults = ({ errors }: ValidateFunction, path: string): Fault[] =>
  (errors ?? []).map((error) => ({ ...error, instancePath: path + error.instancePath }));

/** A key as a part of a JSON Pointer (RFC 6901), shortened: its length is up to the sender. */
export const pointerPart = (key: string): string =>
  key.slice(0, limits.nameCharsMax).replaceAll('~', '~0').replaceAll('/', '~1');
