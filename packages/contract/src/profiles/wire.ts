import { type TSchema, Type } from 'typebox';
import type { Auth, Endpoint } from '../endpoint.ts';
import { type EndpointName, endpoints } from '../endpoints/index.ts';
import { type Rename, compileRename } from './compile-rename.ts';
import type { EndpointAliases, CompatFlags, Profile } from './profile.ts';
import { readAliases, withAliases, writeAliases } from './endpoint-aliases.ts';
import { type Renaming, makeNaming, renameAll } from './renaming.ts';
import { PublisherId } from '../text.ts';

/** An endpoint as a host spells it, and the way from there to the names the registry uses, and back. */
export interface Wire {
  /** Names of path parameters stay neutral: they are never on the wire. */
  path: string;
  query: TSchema | undefined;
  body: TSchema | undefined;
  reply: TSchema | undefined;
  /** Each undefined where there is nothing to rename. */
  readParams: Rename | undefined;
  readQuery: Rename | undefined;
  readBody: Rename | undefined;
  /** From a neutral answer to the one that goes out. */
  writeReply: Rename | undefined;
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

const compileWires = ({ naming, aliases, compat: { completeAnswers: completes } }: Profile): Wires => {
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

/** How a caller of the endpoint is known under these compat flags. */
export const authOf = ({ auth, tokenInBody = false }: Endpoint, compat: CompatFlags): Auth =>
  tokenInBody && compat.publishByBodyToken ? 'bearer-if-sent' : auth;
