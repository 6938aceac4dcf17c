import { type TSchema, Type } from 'typebox';
import type { Auth, Endpoint } from '../endpoint.ts';
import { type EndpointName, endpoints } from '../endpoints/index.ts';
import { type Rename, compileRename } from './compile-rename.ts';
import type { EndpointAliases, CompatFlags, Profile } from './profile.ts';
import { readAliases, withAliases, writeAliases } from './endpoint-aliases.ts';
import { type Renaming, makeNaming, renameAll } from './renaming.ts';
import { PublisherId } from '../text.ts';

/** An endpoint in a host's names, and the functions that rename between them and the neutral names. */
export interface Wire {
  /** Names of path parameters stay neutral: they are never on the wire. */
  path: string;
  query: TSchema | undefined;
  body: TSchema | undefined;
  reply: TSchema | undefined;
  /** Each is undefined if there is nothing to rename. */
  readParams: Rename | undefined;
  readQuery: Rename | undefined;
  readBody: Rename | undefined;
  /** Renames a neutral response for the wire. */
  writeReply: Rename | undefined;
}

const schemaOf = (body: TSchema | string | undefined): TSchema | undefined =>
  typeof body === 'object' ? body : undefined;

/** Every endpoint under the profile, compiled once at startup. */
export const wiresOf = ({
  naming,
  aliases,
  compat: { completeAnswers: completes },
}: Profile): Readonly<Record<EndpointName, Wire>> => {
  const renaming = makeNaming(naming);
  const entries = Object.entries(endpoints).map(([name, endpoint]) => [
    name,
    wireOf(endpoint, renaming, { aliases: aliases[name], completes }),
  ]);
  return Object.fromEntries(entries) as Record<EndpointName, Wire>;
};

export const wireOf = (
  endpoint: Endpoint,
  renaming: Renaming | undefined,
  { aliases = {}, completes = false }: { aliases?: EndpointAliases | undefined; completes?: boolean } = {},
): Wire => {
  const aliased = withAliases(endpoint, aliases);
  const { query } = aliased;
  const [body, reply] = [schemaOf(aliased.body), schemaOf(aliased.reply.body)];
  const spelled = (schema: TSchema | undefined) =>
    renaming && schema ? renameAll(schema, renaming.toHost) : schema;
  return {
    path: renamePath(endpoint.path, renaming),
    query: spelled(query),
    body: spelled(body),
    reply: spelled(reply),
    readParams: endpoint.path.includes('{publisherId}') ? readPublisher(renaming) : undefined,
    readQuery: inTurn(compileRename(query, renaming, 'toNeutral'), readAliases(aliases)),
    readBody: compileRename(body, renaming, 'toNeutral'),
    writeReply: inTurn(
      compileRename(reply, renaming, 'toHost', { completes }),
      writeAliases(aliases, renaming),
    ),
  };
};

const readPublisher = (renaming: Renaming | undefined): Rename | undefined =>
  compileRename(Type.Object({ publisherId: PublisherId }), renaming, 'toNeutral');

const inTurn = (first: Rename | undefined, second: Rename | undefined): Rename | undefined =>
  first && second ? (value) => second(first(value)) : (first ?? second);

const renamePath = (path: string, renaming: Renaming | undefined): string =>
  renaming === undefined
    ? path
    : path.replaceAll(/\{\w+\}|[^{]+/g, (part) => (part.startsWith('{') ? part : renaming.toHost(part)));

/** How the endpoint authenticates callers under these compatibility flags. */
export const authOf = (name: EndpointName, { auth }: Endpoint, compat: CompatFlags): Auth =>
  name === 'publishVersion' && compat.publishByBodyToken ? 'bearer-if-sent' : auth;
