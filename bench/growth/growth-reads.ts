import type { Stage } from '../scene/open-scene.ts';
import { type Requests, get } from '../scene/requests.ts';
import type { Sample } from './sample-registry.ts';

interface GrowthRead {
  task: string;
  requests: (scene: Stage, sample: Sample) => Requests;
}

const pairsOfBulk = 100;

/** What is read of a registry of any size; the sample comes from all over it. */
export const growthReads: readonly GrowthRead[] = [
  { task: 'one node', requests: ({ nodeId }) => get(`/nodes/${nodeId}`) },
  { task: 'any node', requests: (_, { nodes }) => each(nodes.map(({ id }) => `/nodes/${id}`)) },
  { task: 'install', requests: (_, { nodes }) => each(nodes.map(({ id }) => `/nodes/${id}/install`)) },
  { task: 'bulk of 100', requests: (_, { versions }) => bulks(versions) },
  {
    task: 'page of a publisher',
    requests: ({ bearer }, { nodes }) =>
      each(
        nodes.map(({ publisher_id }) => `/publishers/${publisher_id}/nodes/v2`),
        { authorization: `Bearer ${bearer}` },
      ),
  },
  { task: 'first page of all nodes', requests: () => get('/nodes?limit=30') },
  { task: 'hundredth page of all nodes', requests: () => get('/nodes?limit=30&page=100') },
  {
    task: 'search by id',
    requests: (_, { nodes }) =>
      each(nodes.map(({ id }) => `/nodes/search?search=${encodeURIComponent(id)}&limit=10`)),
  },
  { task: 'search by word', requests: () => get('/nodes/search?search=upscale&limit=10') },
  {
    task: 'versions of a node',
    requests: (_, { nodes }) => each(nodes.map(({ id }) => `/nodes/${id}/versions`)),
  },
];

const each = (paths: readonly string[], headers: Readonly<Record<string, string>> = {}): Requests => ({
  requests: paths.map((path) => ({ method: 'GET', path, headers })),
  bodies: [],
});

const bulks = (versions: Sample['versions']): Requests => {
  const count = Math.floor(versions.length / pairsOfBulk);
  const bodies = Array.from({ length: count }, (_, index) => {
    // Every count-th, so that each request reaches all over the registry.
    const node_versions = versions.filter((_pair, place) => place % count === index);
    return Buffer.from(JSON.stringify({ node_versions })).toString('base64');
  });
  const headers = { 'content-type': 'application/json' };
  return {
    requests: bodies.map((_, body) => ({ method: 'POST', path: '/bulk/nodes/versions', headers, body })),
    bodies,
  };
};
