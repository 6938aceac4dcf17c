import { type TObject, type TSchema, Type } from 'typebox';
import type { Endpoint } from '../endpoint.ts';
import type { Rename } from './compile-rename.ts';
import type { EndpointAliases } from './profile.ts';
import type { Renaming } from './renaming.ts';

type Names = Readonly<Record<string, string>>;

/** The endpoint with a profile's aliases in addition to the contract's names. */
export const withAliases = (endpoint: Endpoint, { query, reply }: EndpointAliases): Endpoint => ({
  ...endpoint,
  ...(endpoint.query === undefined || query === undefined ? {} : { query: addNames(endpoint.query, query) }),
  reply:
    reply === undefined || !isObjectSchema(endpoint.reply.body)
      ? endpoint.reply
      : { ...endpoint.reply, body: addNames(endpoint.reply.body, reply) },
});

const isObjectSchema = (schema: TSchema | string | undefined): schema is TObject =>
  typeof schema === 'object' && 'properties' in schema;

const addNames = ({ properties, ...options }: TObject, names: Names): TObject => {
  const added = Object.entries(names).flatMap(([alias, name]) => {
    const schema = properties[name];
    return schema === undefined ? [] : [[alias, schema] as const];
  });
  const { required: _required, type: _type, ...kept } = options as Record<string, unknown>;
  return Type.Object({ ...properties, ...Object.fromEntries(added) }, kept);
};

/** Maps aliases in a query to the contract's names. If both are sent, the contract's name counts. */
export const readAliases = ({ query }: EndpointAliases): Rename | undefined =>
  query &&
  ((value) => {
    const read: Record<string, unknown> = { ...(value as object) };
    for (const [alias, name] of Object.entries(query)) {
      read[name] ??= read[alias];
      delete read[alias];
      if (read[name] === undefined) delete read[name];
    }
    return read;
  });

/** Adds the aliases to a response that is already renamed. */
export const writeAliases = (
  { reply }: EndpointAliases,
  renaming: Renaming | undefined,
): Rename | undefined => {
  if (reply === undefined) return undefined;
  const pairs = Object.entries(reply).map(
    ([alias, name]) => [alias, renaming?.toHost(name) ?? name] as const,
  );
  return (value) => {
    const written = value as Readonly<Record<string, unknown>>;
    return { ...written, ...Object.fromEntries(pairs.map(([alias, name]) => [alias, written[name]])) };
  };
};
