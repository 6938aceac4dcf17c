import type { TSchema } from 'typebox';
import type { Auth, Endpoint } from '../endpoint.ts';
import { type EndpointName, endpoints } from '../endpoints/index.ts';
import { type Rename, compileRename } from './compile-rename.ts';
import type { Habits, Profile } from './profile.ts';
import { type Speller, makeSpeller, spellAll } from './speller.ts';

/** An endpoint as a host spells it, and the way from there to the names the registry uses, and back. */
export interface Wire {
  /** Names of path parameters stay neutral: they are never on the wire. */
  path: string;
  query: TSchema | undefined;
  body: TSchema | undefined;
  reply: TSchema | undefined;
  /** Each undefined where there is nothing to rename. */
  readQuery: Rename | undefined;
  readBody: Rename | undefined;
  /** From a neutral answer to the one that goes out. */
  writeReply: Rename | undefined;
}

const schemaOf = (body: TSchema | string | undefined): TSchema | undefined =>
  typeof body === 'object' ? body : undefined;

/** Every endpoint as the profile spells it; made once, at start. */
export const wiresOf = ({ spelling }: Pick<Profile, 'spelling'>): Readonly<Record<EndpointName, Wire>> => {
  const speller = makeSpeller(spelling);
  const entries = Object.entries(endpoints).map(([name, endpoint]) => [name, wireOf(endpoint, speller)]);
  return Object.fromEntries(entries) as Record<EndpointName, Wire>;
};

export const wireOf = (endpoint: Endpoint, speller: Speller | undefined): Wire => {
  const { query } = endpoint;
  const [body, reply] = [schemaOf(endpoint.body), schemaOf(endpoint.reply.body)];
  const spelled = (schema: TSchema | undefined) =>
    speller && schema ? spellAll(schema, speller.toHost) : schema;
  return {
    path: spellPath(endpoint.path, speller),
    query: spelled(query),
    body: spelled(body),
    reply: spelled(reply),
    readQuery: compileRename(query, speller, 'toNeutral'),
    readBody: compileRename(body, speller, 'toNeutral'),
    writeReply: compileRename(reply, speller, 'toHost'),
  };
};

const spellPath = (path: string, speller: Speller | undefined): string =>
  speller === undefined
    ? path
    : path.replaceAll(/\{\w+\}|[^{]+/g, (part) => (part.startsWith('{') ? part : speller.toHost(part)));

/** How a caller of the endpoint is known where these habits hold. */
export const authOf = (name: EndpointName, { auth }: Endpoint, habits: Habits): Auth =>
  name === 'publishVersion' && habits.publishByBodyToken ? 'bearer-if-sent' : auth;
