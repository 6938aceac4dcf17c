import {
  type ErrorCode,
  bulkGetVersions,
  createClient,
  deleteVersion,
  downloadPackage,
  getNode,
  installNode,
  listNodes,
  publishVersion,
  searchNodes,
  updateNode,
  updateVersionStatus,
  uploadPackage,
} from '@patchbay/client';
import { Semaphore } from '../../packages/server/src/limits/semaphore.ts';
import type { Stage } from '../fixture/open-fixture.ts';
import { noise } from '../fixture/noise.ts';

/**
 * Sends one request, and counts its time with those of its kind. Resolves to undefined if the registry refuses with one
 * of the codes that are `expected`.
 */
export type Ask = <Reply>(
  kind: 'read' | 'write',
  send: () => Promise<Reply>,
  expected?: readonly ErrorCode[],
) => Promise<Reply | undefined>;

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
/**
 * Packages that are on their way at once: a server without a free processor refuses one that waits for a reader for too
 * long. A caller waits, so that the capacity is also that of publishing.
 */
const uploadsMax = 4;
const words = ['what', 'filled', 'node', 'words', 'kind', 'bench', 'author'];

const below = (limit: number): number => Math.floor(Math.random() * limit);
const filledNode = (): string => `filled-${below(filledNodes)}`;
const any = <T>(items: readonly T[]): T | undefined => items[below(items.length)];

/** What the clients of a registry do, in the shares in which they do it. Resolves to one move after the other. */
export const openTraffic = ({
  registry: { url, token: session },
  publisherId,
  token,
  package: bytes,
}: Stage): ((ask: Ask) => Promise<unknown>) => {
  // Without retries: a repeated request would count as one slow one.
  const anyone = createClient({ url, retries: 0 });
  const moderator = createClient({ url, token: session, retries: 0 });
  const archive = new Blob([bytes]);
  const versions: Version[] = [];
  const publishing = new Semaphore('publishes are under way', {
    max: uploadsMax,
    queueMax: Number.POSITIVE_INFINITY,
  });
  let published = 0;

  const deleteOldest = async (ask: Ask): Promise<void> => {
    const oldest = versions.length > versionsMax ? versions.shift() : undefined;
    if (oldest === undefined) return;
    const { nodeId, number: versionId } = oldest;
    await ask('write', () => deleteVersion(moderator, { publisherId, nodeId, versionId }));
  };
  const publish = async (ask: Ask): Promise<void> => {
    published += 1;
    const version = { nodeId: `${publisherId}-${published % ownNodes}`, number: `1.${published}.0` };
    const body = {
      personal_access_token: token,
      node: { description: noise(below(2_000)) },
      node_version: { version: version.number, changelog: 'Another one.', dependencies: ['numpy>=1.25'] },
    };
    const reply = await ask('write', () =>
      publishVersion(moderator, { publisherId, nodeId: version.nodeId, body }),
    );
    if (reply === undefined) return;
    await ask('write', () => uploadPackage(moderator, reply.signedUrl, archive));
    versions.push(version);
    await deleteOldest(ask);
  };
  const editNode = (ask: Ask) =>
    ask('write', () =>
      updateNode(moderator, {
        publisherId,
        nodeId: `${publisherId}-node`,
        body: { description: noise(below(2_000)) },
      }),
    );
  const moderate = async (ask: Ask): Promise<void> => {
    const version = { nodeId: filledNode(), version: `1.${below(10)}.0` };
    for (const status of ['NodeVersionStatusBanned', 'NodeVersionStatusActive'] as const) {
      const body = { status, status_reason: 'The soak bans and lifts the ban.' };
      // Another move can be at the same version.
      await ask('write', () => updateVersionStatus(moderator, { ...version, body }), ['illegal_transition']);
    }
  };
  const install = (ask: Ask, nodeId: string) =>
    ask('read', () => installNode(anyone, { nodeId }), ['version_not_found']);
  const installWhole = async (ask: Ask): Promise<void> => {
    const version = await install(ask, any(versions)?.nodeId ?? `${publisherId}-node`);
    if (version?.downloadUrl === undefined) return;
    await ask('read', () => downloadPackage(anyone, version), ['version_not_found', 'version_unavailable']);
  };
  const bulk = (ask: Ask) => {
    const node_versions = Array.from({ length: 20 }, () => ({
      node_id: filledNode(),
      version: `1.${below(10)}.0`,
    }));
    return ask('read', () => bulkGetVersions(anyone, { body: { node_versions } }));
  };
  const page = (ask: Ask) => ask('read', () => listNodes(anyone, { page: 1 + below(10), limit: 10 }));
  const search = (ask: Ask) =>
    ask('read', () => searchNodes(anyone, { search: `${any(words)} ${any(words)}` }));

  const moves: readonly Move[] = [
    { weight: 300, run: (ask) => ask('read', () => getNode(anyone, { nodeId: filledNode() })) },
    { weight: 300, run: (ask) => install(ask, filledNode()) },
    { weight: 150, run: page },
    { weight: 80, run: bulk },
    { weight: 80, run: search },
    { weight: 40, run: installWhole },
    { weight: 20, run: editNode },
    { weight: 4, run: (ask) => publishing.run(() => publish(ask)) },
    { weight: 2, run: moderate },
  ];
  const total = moves.reduce((sum, { weight }) => sum + weight, 0);
  return (ask) => {
    let left = Math.random() * total;
    const move = moves.find(({ weight }) => (left -= weight) < 0) ?? moves[0];
    return move === undefined ? Promise.resolve() : move.run(ask);
  };
};
