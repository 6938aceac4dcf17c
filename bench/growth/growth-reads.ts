import type { Stage } from '../fixture/open-fixture.ts';
import { type Requests, get } from '../fixture/requests.ts';
import type { Sample } from './sample-registry.ts';

interface GrowthRead {
  task: string;
  requests: (fixture: Stage, sample: Sample) => Requests;
}

const pairsOfBulk = 100;
const pageItems = 30;

const pages = (address: string, list: keyof Sample['places']): GrowthRead[] => {
  const at =
    (share: number) =>
    (_: Stage, { places }: Sample) => {
      const last = Math.ceil(places[list] / pageItems);
      return get(`/${address}?limit=${pageItems}&page=${Math.max(1, Math.round(last * share))}`);
    };
  return [
    { task: `first page of all ${address}`, requests: at(0) },
    { task: `middle page of all ${address}`, requests: at(0.5) },
    { task: `last page of all ${address}`, requests: at(1) },
  ];
};

/** The reads for a registry of any size. The sample covers the whole registry. */
export const growthReads: readonly GrowthRead[] = [
  { task: 'one node', requests: ({ nodeId }) => get(`/nodes/${nodeId}`) },
  { task: 'any node', requests: (_, { nodes }) => each(nodes.map(({ id }) => `/nodes/${id}`)) },
  { task: 'install', requests: (_, { nodes }) => each(nodes.map(({ id }) => `/nodes/${id}/install`)) },
  { task: 'bulk of 100', requests: (_, { versions }) => bulks(versions) },
  {
    task: 'versions of a node',
    requests: (_, { nodes }) => each(nodes.map(({ id }) => `/nodes/${id}/versions`)),
  },
  {
    task: 'node of an app-node',
    requests: (_, { appNodeNames }) =>
      each(appNodeNames.map((name) => `/app-nodes/${encodeURIComponent(name)}/node`)),
  },
  {
    task: 'page of a publisher',
    requests: ({ bearer }, { nodes }) =>
      each(
        nodes.map(({ publisher_id }) => `/publishers/${publisher_id}/nodes/v2`),
        { authorization: `Bearer ${bearer}` },
      ),
  },
  ...pages('nodes', 'nodes'),
  ...pages('versions', 'versions'),
  ...pages('app-nodes', 'app_nodes'),
  { task: 'nodes by downloads', requests: () => get(`/nodes?limit=${pageItems}&sort=downloads;desc`) },
  { task: 'nodes for Linux', requests: () => get(`/nodes?limit=${pageItems}&supported_os=Linux`) },
  {
    task: 'search by id',
    requests: (_, { nodes }) =>
      each(nodes.map(({ id }) => `/nodes/search?search=${encodeURIComponent(id)}&limit=10`)),
  },
  { task: 'search by a rare word', requests: () => get('/nodes/search?search=ultralytics&limit=10') },
  { task: 'search by a common word', requests: () => get('/nodes/search?search=node&limit=10') },
  { task: 'search by two letters', requests: () => get('/nodes/search?search=xl&limit=10') },
];

const each = (paths: readonly string[], headers: Readonly<Record<string, string>> = {}): Requests => ({
  requests: paths.map((path) => ({ method: 'GET', path, headers })),
  bodies: [],
});

const bulks = (versions: Sample['versions']): Requests => {
  const count = Math.floor(versions.length / pairsOfBulk);
  const bodies = Array.from({ length: count }, (_, index) => {
    // Every count-th, so that each request covers the whole registry.
    const node_versions = versions.filter((_pair, place) => place % count === index);
    return Buffer.from(JSON.stringify({ node_versions })).toString('base64');
  });
  const headers = { 'content-type': 'application/json' };
  return {
    requests: bodies.map((_, body) => ({ method: 'POST', path: '/bulk/nodes/versions', headers, body })),
    bodies,
  };
};
