import { type Endpoint, endpoints, paramNames } from '@patchbay/contract';
import type { ReadConnection } from '../../src/store/store.ts';
import type { Client, Reply } from './client.ts';

/** What the parameters of a path can be together. */
type Params = Readonly<Record<string, string>>;

/** All that the public interface answers, by path: status, ETag and body. */
export type Readings = ReadonlyMap<string, string>;

/** Every publisher, node, version and app-node that has a row, whether anything lists it or not. */
const findThings = async (read: ReadConnection): Promise<Params[]> => {
  const publishers = await read.selectFrom('publishers').select('id as publisherId').execute();
  const versions = await read
    .selectFrom('nodes')
    .leftJoin('versions', 'versions.node_key', 'nodes.key')
    .leftJoin('app_nodes', 'app_nodes.version_id', 'versions.id')
    .select(['nodes.publisher_id as publisherId', 'nodes.id as nodeId', 'versions.version'])
    .select('app_nodes.name as appNodeName')
    .execute();
  return [
    ...publishers,
    ...versions.map(({ publisherId, nodeId, version, appNodeName }) => ({
      publisherId,
      nodeId,
      ...(version === null ? {} : { version, file: `${version}.zip` }),
      ...(appNodeName === null ? {} : { appNodeName }),
    })),
  ];
};

const pathsOf = (path: string, things: readonly Params[]): string[] => {
  const names = paramNames(path);
  const complete = things.filter((thing) => names.every((name) => thing[name] !== undefined));
  const paths = complete.map((thing) =>
    names.reduce((made, name) => made.replace(`{${name}}`, encodeURIComponent(thing[name] ?? '')), path),
  );
  return names.length === 0 ? [path] : [...new Set(paths)];
};

const isPublicRead = ({ method, auth }: Endpoint): boolean =>
  method === 'GET' && (auth === 'public' || auth === 'optional');

/** A whole catalogue may be a little older than the registry; the changes after it are read. */
const apart: ReadonlySet<string> = new Set([
  'installNode',
  'downloadPackage',
  'getCatalogue',
  'getMetrics',
  'getStatus',
]);

/** Reads that leave the registry as it is and show nothing else: every public GET of everything, page by page. */
export const readRegistry = async (
  client: Client,
  read: ReadConnection,
  more: readonly string[] = [],
): Promise<Readings> => {
  const things = await findThings(read);
  const readings = new Map<string, string>();
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    if (!isPublicRead(endpoint) || apart.has(name)) continue;
    const isPaged = endpoint.query !== undefined && 'page' in endpoint.query.properties;
    for (const path of pathsOf(endpoint.path, things)) {
      if (isPaged) await readPages(client, `${path}?limit=100`, readings);
      else readings.set(path, show(await client.get(path)));
    }
  }
  for (const path of more) await readPages(client, path, readings);
  return readings;
};

/** Every package there is. */
export const readPackages = async (client: Client, read: ReadConnection): Promise<Readings> => {
  const things = await findThings(read);
  const readings = new Map<string, string>();
  for (const path of pathsOf(endpoints.downloadPackage.path, things)) {
    const reply = await client.get(path);
    const bytes = Buffer.from(reply.bytes).toString('base64');
    readings.set(path, reply.status === 200 ? bytes : show(reply));
  }
  return readings;
};

const readPages = async (client: Client, path: string, readings: Map<string, string>): Promise<void> => {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const reply = await client.get(`${path}&page=${page}`);
    readings.set(`${path}&page=${page}`, show(reply));
    pages = reply.json.totalPages ?? 1;
  }
};

const show = ({ status, headers, text }: Reply): string =>
  `${status} ${headers.get('etag')} ${text.replace(/"request_id":"[^"]*"/, '')}`;
