import type { LoadRequest } from '../load/load.ts';
import type { Stage } from './open-scene.ts';

const json = { 'content-type': 'application/json' };

/** Requests with the bodies they point to, as a load wants them. */
export interface Requests {
  requests: LoadRequest[];
  /** Base64. */
  bodies: string[];
  /** The one status of a good answer; any 2xx when absent. */
  expect?: number;
}

const base64 = (body: unknown): string => Buffer.from(JSON.stringify(body)).toString('base64');

export const get = (path: string, headers: Readonly<Record<string, string>> = {}): Requests => ({
  requests: [{ method: 'GET', path, headers }],
  bodies: [],
});

/** One bulk request of the first `count` versions that a scene is filled with. */
export const bulk = (count: number): Requests => {
  const pairs = Array.from({ length: count }, (_, index) => ({
    node_id: `filled-${Math.floor(index / 10)}`,
    version: `1.${index % 10}.0`,
  }));
  return {
    requests: [{ method: 'POST', path: '/bulk/nodes/versions', headers: json, body: 0 }],
    bodies: [base64({ node_versions: pairs })],
  };
};

/** `count` publishes of new versions of the node. */
export const publishes = (stage: Stage, count: number): Requests => {
  const path = `/publishers/${stage.publisherId}/nodes/${stage.nodeId}/versions`;
  const headers = { ...json, authorization: `Bearer ${stage.bearer}` };
  return {
    requests: Array.from({ length: count }, (_, body) => ({ method: 'POST', path, headers, body })),
    bodies: Array.from({ length: count }, () =>
      base64({
        personal_access_token: stage.token,
        node: {},
        node_version: {
          version: stage.freshVersion(),
          changelog: 'Another one.',
          dependencies: ['numpy>=1.25'],
        },
      }),
    ),
  };
};

/** The upload of the stage's package to each signed address. */
export const uploads = (stage: Stage, signedUrls: readonly string[]): Requests => ({
  requests: signedUrls.map((signedUrl) => {
    const { pathname, search } = new URL(signedUrl);
    return {
      method: 'PUT',
      path: pathname + search,
      headers: { 'content-type': 'application/zip' },
      body: 0,
    };
  }),
  bodies: [stage.package.toString('base64')],
});

/** `count` reads of the node with a publish in the place of every twentieth. */
export const mixed = (stage: Stage, count: number): Requests => {
  const writes = publishes(stage, Math.ceil(count / 20));
  const read: LoadRequest = { method: 'GET', path: `/nodes/${stage.nodeId}` };
  return {
    requests: Array.from({ length: count }, (_, index) =>
      index % 20 === 0 ? (writes.requests[index / 20] ?? read) : read,
    ),
    bodies: writes.bodies,
  };
};
