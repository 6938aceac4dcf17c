import { type TObject, type TSchema, Type } from 'typebox';
import { type Endpoint, paramNames } from '../endpoint.ts';
import { endpoints } from '../endpoints/index.ts';
import { ErrorReply } from '../errors.ts';
import { paramsOf } from '../path-params.ts';
import { type Rename, compileRename } from './compile-rename.ts';
import type { Profile } from './profile.ts';
import { type Renaming, makeNaming } from './renaming.ts';

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** An endpoint as a caller in the contract's names needs it. */
interface Route {
  method: string;
  /** Whether it has the method and path of another one, and only the requests with `dry_run=true`. */
  isDryRun: boolean;
  /** Matches a path in the contract's names, one group for each parameter. */
  pattern: RegExp;
  /** The path in the host's names, in parts between which the parameters stand. */
  hostParts: readonly string[];
  params: readonly string[];
  /** Each is undefined if there is nothing to rename. */
  writeParams: Rename | undefined;
  writeQuery: Rename | undefined;
  writeBody: Rename | undefined;
  readReply: Rename | undefined;
}

/**
 * A `fetch` for callers in the contract's names, such as the client, of the registry at `url` with this profile. URLs
 * elsewhere and bodies that are not JSON, nor forms with parts of it, pass unchanged.
 */
export const fetchInNamesOf = ({ naming }: Profile, url: string, send: Fetch = fetch): Fetch => {
  const renaming = makeNaming(naming);
  if (renaming === undefined) return send;
  const base = new URL(url).href.replace(/\/+$/, '');
  const routes = Object.values(endpoints).map((endpoint) => routeOf(endpoint, renaming));
  const readError = compileRename(ErrorReply, renaming, 'toNeutral');
  return async (input, init = {}) => {
    const address = input instanceof Request ? input.url : input.toString();
    const [path = '', query] = address.startsWith(base) ? address.slice(base.length).split('?') : [];
    const isDryRun = new URLSearchParams(query).get('dry_run') === 'true';
    const route = findRoute(routes, { method: init.method ?? 'GET', path, isDryRun });
    if (route === undefined) return send(input, init);
    const response = await send(base + writePath(route, path) + writeQuery(route, query), {
      ...init,
      ...(typeof init.body === 'string' ? { body: renameJson(init.body, route.writeBody) } : {}),
      ...(init.body instanceof FormData ? { body: renameForm(init.body, route.writeBody) } : {}),
    });
    return renameResponse(response, response.ok ? route.readReply : readError);
  };
};

const routeOf = (endpoint: Endpoint, renaming: Renaming): Route => {
  const { method, path, query, body, reply, isDryRun = false } = endpoint;
  const parts = path.split(/\{\w+\}/);
  const rename = (schema: TSchema | string | undefined, direction: 'toHost' | 'toNeutral') =>
    typeof schema === 'object' ? compileRename(schema, renaming, direction) : undefined;
  return {
    method,
    isDryRun,
    pattern: new RegExp(`^${parts.join('([^/]+)')}$`),
    hostParts: parts.map(renaming.toHost),
    params: paramNames(path),
    writeParams: rename(paramsOf(path), 'toHost'),
    writeQuery: rename(query && withLists(query), 'toHost'),
    writeBody: rename(body, 'toHost'),
    readReply: rename(reply.body, 'toNeutral'),
  };
};

/** A query has its values as lists, because a key may be repeated. */
const withLists = ({ properties }: TObject): TObject =>
  Type.Object(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        name,
        'items' in schema ? schema : Type.Array(schema),
      ]),
    ),
  );

/** The route with the fewest parameters: `/nodes/search` is no node. */
const findRoute = (
  routes: readonly Route[],
  { method, path, isDryRun }: { method: string; path: string; isDryRun: boolean },
): Route | undefined =>
  routes
    .filter((route) => route.method === method && route.pattern.test(path) && (isDryRun || !route.isDryRun))
    .toSorted(
      (one, other) =>
        one.params.length - other.params.length || Number(other.isDryRun) - Number(one.isDryRun),
    )[0];

const writePath = ({ pattern, hostParts, params, writeParams }: Route, path: string): string => {
  const values = (pattern.exec(path) ?? []).slice(1).map(decodeURIComponent);
  const named = Object.fromEntries(params.map((name, index) => [name, values[index]]));
  const written = (writeParams?.(named) ?? named) as Readonly<Record<string, string>>;
  return hostParts
    .map((part, index) => part + encodeURIComponent(written[params[index] ?? ''] ?? ''))
    .join('');
};

const writeQuery = ({ writeQuery: rename }: Route, query: string | undefined): string => {
  if (query === undefined || rename === undefined) return query === undefined ? '' : `?${query}`;
  const given = new URLSearchParams(query);
  const lists = Object.fromEntries([...new Set(given.keys())].map((key) => [key, given.getAll(key)]));
  const written = new URLSearchParams();
  for (const [key, values] of Object.entries(rename(lists) as Readonly<Record<string, readonly string[]>>)) {
    for (const value of values) written.append(key, value);
  }
  return `?${written.toString()}`;
};

const renameResponse = async (response: Response, rename: Rename | undefined): Promise<Response> => {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  if (rename === undefined || !isJson || response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(renameJson(await response.text(), rename), { status, statusText, headers });
};

const renameForm = (form: FormData, rename: Rename | undefined): FormData => {
  const renamed = new FormData();
  for (const [name, part] of form) {
    if (typeof part === 'string') renamed.append(name, renameJson(part, rename));
    else renamed.append(name, part, part.name);
  }
  return renamed;
};

/** Text that is not JSON is for the caller to report. */
const renameJson = (text: string, rename: Rename | undefined): string => {
  if (rename === undefined) return text;
  try {
    return JSON.stringify(rename(JSON.parse(text)));
  } catch {
    return text;
  }
};
