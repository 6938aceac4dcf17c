import { type TSchema, Type } from 'typebox';
import type { Auth, Endpoint } from '../endpoint.ts';
import { type EndpointName, endpoints } from '../endpoints/index.ts';
import { type Rename, compileRename } from './compile-rename.ts';
import type { EndpointAliases, Habits, Profile } from './profile.ts';
import { readAliases, withAliases, writeAliases } from './endpoint-aliases.ts';
import { type Speller, makeSpeller, spellAll } from './speller.ts';
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

/** Every endpoint as the profile has it; made once, at start. */
export const wiresOf = ({
  spelling,
  aliases,
  habits: { completeAnswers: completes },
}: Profile): Readonly<Record<EndpointName, Wire>> => {
  const speller = makeSpeller(spelling);
  const entries = Object.entries(endpoints).map(([name, endpoint]) => [
    name,
    wireOf(endpoint, speller, { aliases: aliases[name], completes }),
  ]);
  return Object.fromEntries(entries) as Record<EndpointName, Wire>;
};

export const wireOf = (
  endpoint: Endpoint,
  speller: Speller | undefined,
  { aliases = {}, completes = false }: { aliases?: EndpointAliases | undefined; completes?: boolean } = {},
): Wire => {
  const aliased = withAliases(endpoint, aliases);
  const { query } = aliased;
  const [body, reply] = [schemaOf(aliased.body), schemaOf(aliased.reply.body)];
  const spelled = (schema: TSchema | undefined) =>
    speller && schema ? spellAll(schema, speller.toHost) : schema;
  return {
    path: spellPath(endpoint.path, speller),
    query: spelled(query),
    body: spelled(body),
    reply: spelled(reply),
    readParams: endpoint.path.includes('{publisherId}') ? readPublisher(speller) : undefined,
    readQuery: inTurn(compileRename(query, speller, 'toNeutral'), readAliases(aliases)),
    readBody: compileRename(body, speller, 'toNeutral'),
    writeReply: inTurn(
      compileRename(reply, speller, 'toHost', { completes }),
      writeAliases(aliases, speller),
    ),
  };
};

const readPublisher = (speller: Speller | undefined): Rename | undefined =>
  compileRename(Type.Object({ publisherId: PublisherId }), speller, 'toNeutral');

const inTurn = (first: Rename | undefined, second: Rename | undefined): Rename | undefined =>
  first && second ? (value) => second(first(value)) : (first ?? second);

const spellPath = (path: string, speller: Speller | undefined): string =>
  speller === undefined
    ? path
    : path.replaceAll(/\{\w+\}|[^{]+/g, (part) => (part.startsWith('{') ? part : speller.toHost(part)));

/** How a caller of the endpoint is known where these habits hold. */
export const authOf = (name: EndpointName, { auth }: Endpoint, habits: Habits): Auth =>
  name === 'publishVersion' && habits.publishByBodyToken ? 'bearer-if-sent' : auth;
