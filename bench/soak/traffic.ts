import type { Stage } from '../fixture/open-fixture.ts';
import { noise } from '../fixture/noise.ts';

/**
 * Sends one request, and counts its time with those of its kind. Resolves to the body. Throws unless the status is 2xx or
 * one of `expected`.
 */
export type Ask = (
  kind: 'read' | 'write',
  path: string,
  request?: { method?: string; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> },
  expected?: readonly number[],
) => Promise<Buffer>;

interface Move {
  /** How often, beside the others. */
  weight: number;
  run(ask: Ask): Promise<unknown>;
}

interface Version {
  nodeId: string;
  number: string;
}

const filledNodes = 100;
const ownNodes = 20;
/** So many versions of our own are kept; an older one is deleted for each new one. */
const versionsMax = 200;
const words = ['what', 'filled', 'node', 'words', 'kind', 'bench', 'author'];
const json = { 'content-type': 'application/json' };

const below = (limit: number): number => Math.floor(Math.random() * limit);
const filledNode = (): string => `filled-${below(filledNodes)}`;
const any = <T>(items: readonly T[]): T | undefined => items[below(items.length)];

/** What the clients of a registry do, in the shares in which they do it. Resolves to one move after the other. */
export const openTraffic = ({
  bearer,
  publisherId,
  token,
  package: bytes,
}: Stage): ((ask: Ask) => Promise<unknown>) => {
  const authorization = `Bearer ${bearer}`;
  const versions: Version[] = [];
  let published = 0;
  const write = (ask: Ask, method: string, path: string, body?: object, expected?: readonly number[]) =>
    ask(
      'write',
      path,
      {
        method,
        headers: { authorization, ...(body === undefined ? {} : json) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      expected,
    );
  const pathOf = (nodeId: string): string => `/publishers/${publisherId}/nodes/${nodeId}`;

  const deleteOldest = async (ask: Ask): Promise<void> => {
    const oldest = versions.length > versionsMax ? versions.shift() : undefined;
    if (oldest !== undefined)
      await write(ask, 'DELETE', `${pathOf(oldest.nodeId)}/versions/${oldest.number}`);
  };
  const publish = async (ask: Ask): Promise<void> => {
    published += 1;
    const version = { nodeId: `${publisherId}-${published % ownNodes}`, number: `1.${published}.0` };
    const reply = await write(ask, 'POST', `${pathOf(version.nodeId)}/versions`, {
      personal_access_token: token,
      node: { description: noise(below(2_000)) },
      node_version: { version: version.number, changelog: 'Another one.', dependencies: ['numpy>=1.25'] },
    });
    const { signedUrl } = JSON.parse(reply.toString()) as { signedUrl: string };
    const { pathname, search } = new URL(signedUrl);
    const headers = { 'content-type': 'application/zip' };
    await ask('write', pathname + search, { method: 'PUT', headers, body: bytes });
    versions.push(version);
    await deleteOldest(ask);
  };
  const editNode = (ask: Ask) =>
    write(ask, 'PUT', pathOf(`${publisherId}-node`), { description: noise(below(2_000)) });
  const moderate = async (ask: Ask): Promise<void> => {
    const path = `/admin/nodes/${filledNode()}/versions/1.${below(10)}.0`;
    const reason = { status_reason: 'The soak bans and lifts the ban.' };
    // Another move can be at the same version.
    await write(ask, 'PUT', path, { status: 'NodeVersionStatusBanned', ...reason }, [409]);
    await write(ask, 'PUT', path, { status: 'NodeVersionStatusActive', ...reason }, [409]);
  };
  const install = async (ask: Ask): Promise<void> => {
    const { nodeId } = any(versions) ?? { nodeId: `${publisherId}-node` };
    const reply = await ask('read', `/nodes/${nodeId}/install`, {}, [404]);
    const { downloadUrl } = JSON.parse(reply.toString()) as { downloadUrl?: string };
    if (downloadUrl !== undefined) await ask('read', new URL(downloadUrl).pathname, {}, [403, 404]);
  };
  const bulk = (ask: Ask) =>
    ask('read', '/bulk/nodes/versions', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({
        node_versions: Array.from({ length: 20 }, () => ({
          node_id: filledNode(),
          version: `1.${below(10)}.0`,
        })),
      }),
    });

  const moves: readonly Move[] = [
    { weight: 300, run: (ask) => ask('read', `/nodes/${filledNode()}`) },
    { weight: 300, run: (ask) => ask('read', `/nodes/${filledNode()}/install`, {}, [404]) },
    { weight: 150, run: (ask) => ask('read', `/nodes?page=${1 + below(10)}&limit=10`) },
    { weight: 80, run: bulk },
    { weight: 80, run: (ask) => ask('read', `/nodes/search?search=${any(words)}+${any(words)}`) },
    { weight: 40, run: install },
    { weight: 20, run: editNode },
    { weight: 4, run: publish },
    { weight: 2, run: moderate },
  ];
  const total = moves.reduce((sum, { weight }) => sum + weight, 0);
  return (ask) => {
    let left = Math.random() * total;
    const move = moves.find(({ weight }) => (left -= weight) < 0) ?? moves[0];
    return move === undefined ? Promise.resolve() : move.run(ask);
  };
};
