import type { TSchema } from 'typebox';
import type { Auth, Endpoint } from '../endpoint.ts';
import { type EndpointName, endpoints } from '../endpoints/index.ts';
import { paramsOf } from '../path-params.ts';
import { type Rename, compileRename } from './compile-rename.ts';
import type { EndpointAliases, CompatFlags, Profile } from './profile.ts';
import { readAliases, withAliases, writeAliases } from './endpoint-aliases.ts';
import { type Renaming, makeNaming, renameAll } from './renaming.ts';

/**
 * An endpoint in a host's names, and the functions that rename between them and the neutral names. Versions in
 * requests become canonical.
 */
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
  /** Renames the neutral response to a request that waits for somebody else. */
  writeAccepted: Rename | undefined;
}

const schemaOf = (body: TSchema | string | undefined): TSchema | undefined =>
  typeof body === 'object' ? body : undefined;

type Wires = Readonly<Record<EndpointName, Wire>>;

const compiled = new WeakMap<Profile, Wires>();

/** Every endpoint as the profile has it; made once for each profile. */
export const wiresOf = (profile: Profile): Wires => {
  const wires = compiled.get(profile) ?? compileWires(profile);
  compiled.set(profile, wires);
  return wires;
};

const compileWires = ({
  naming,
  aliases,
  compat: { completeAnswers: completes, looseVersions },
}: Profile): Wires => {
  const renaming = makeNaming(naming);
  const entries = Object.entries(endpoints).map(([name, endpoint]) => [
    name,
    wireOf(endpoint, renaming, { aliases: aliases[name], completes, looseVersions }),
  ]);
  return Object.fromEntries(entries) as Record<EndpointName, Wire>;
};

export const wireOf = (
  endpoint: Endpoint,
  renaming: Renaming | undefined,
  {
    aliases = {},
    completes = false,
    looseVersions = false,
  }: { aliases?: EndpointAliases | undefined; completes?: boolean; looseVersions?: boolean } = {},
): Wire => {
  const aliased = withAliases(endpoint, aliases);
  const { query } = aliased;
  const [body, reply] = [schemaOf(aliased.body), schemaOf(aliased.reply.body)];
  const read = (schema: TSchema | undefined) =>
    compileRename(schema, renaming, 'toNeutral', { looseVersions });
  const spelled = (schema: TSchema | undefined) =>
    renaming && schema ? renameAll(schema, renaming.toHost) : schema;
  return {
    path: renamePath(endpoint.path, renaming),
    query: spelled(query),
    body: spelled(body),
    reply: spelled(reply),
    readParams: read(paramsOf(endpoint.path)),
    readQuery: inTurn(read(query), readAliases(aliases)),
    readBody: read(body),
    writeReply: inTurn(
      compileRename(reply, renaming, 'toHost', { completes }),
      writeAliases(aliases, renaming),
    ),
    writeAccepted: compileRename(schemaOf(endpoint.otherReplies?.[202]?.body), renaming, 'toHost'),
  };
};

const inTurn = (first: Rename | undefined, second: Rename | undefined): Rename | undefined =>
  first && second ? (value) => second(first(value)) : (first ?? second);

const renamePath = (path: string, renaming: Renaming | undefined): string =>
  renaming === undefined
    ? path
    : path.replaceAll(/\{\w+\}|[^{]+/g, (part) => (part.startsWith('{') ? part : renaming.toHost(part)));

/** How the endpoint authenticates callers under these compatibility flags. */
export const authOf = ({ auth, tokenInBody = false }: Endpoint, compat: CompatFlags): Auth =>
  tokenInBody && compat.publishByBodyToken ? 'bearer-if-sent' : auth;
