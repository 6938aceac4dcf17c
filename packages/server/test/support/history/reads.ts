import { createHash } from 'node:crypto';
import { type Client, type ErrorReply, RegistryError, getNode, getVersion } from '@patchbay/client';
import { type Caller, turnTo } from './caller.ts';
import { type Observation, packageStore } from './history.ts';
import { seenIn, seenNode, seenVersion } from './observe.ts';
import type { KnownVersion } from './fixture.ts';
import type { Answer } from './recorder.ts';

export const readNode = async (who: Caller, nodeId: string): Promise<void> => {
  await who.recorder.record({
    ...turnTo(who),
    kind: 'getNode',
    refusals: ['node_not_found'],
    send: (client) => getNode(client, { nodeId }),
    observe: seenIn(seenNode, nodeId),
  });
};

/** Reads a version, and its package where it has one. */
export const readVersion = async (who: Caller, version: KnownVersion): Promise<void> => {
  const { nodeId, number } = version;
  const from = turnTo(who);
  const answer = await who.recorder.record({
    ...from,
    kind: 'getVersion',
    refusals: ['node_not_found', 'version_not_found'],
    send: (client) => getVersion(client, { nodeId, version: number }),
    observe: seenIn(seenVersion, nodeId, number),
  });
  const { id, downloadUrl } = answer?.body ?? {};
  if (downloadUrl === undefined) return;
  const observe = ({ status, body }: Answer<Uint8Array>): Observation[] =>
    status === 200 && body !== undefined
      ? [{ subject: `version:${id}`, values: { sha256: createHash('sha256').update(body).digest('hex') } }]
      : [];
  const pointed = await who.recorder.record({
    ...from,
    kind: 'downloadPackage',
    refusals: ['node_not_found', 'version_unavailable'],
    send: (client) => fetchPackage(client, downloadUrl),
    observe,
  });
  const elsewhere = pointed?.headers.get('location');
  if (!elsewhere) return;
  await who.recorder.record({
    ...from,
    process: packageStore,
    kind: 'downloadPackage',
    send: (client) => fetchPackage(client, elsewhere),
    observe,
  });
};

/**
 * What one of them sends, and from this very address: the client's own download would follow a redirect, and judge the
 * digest that is to be judged here.
 */
const fetchPackage = async (client: Client, url: string): Promise<Uint8Array> => {
  const response = await client.fetch(url, { redirect: 'manual' });
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.status < 400) return bytes;
  throw new RegistryError(response.status, errorIn(bytes), undefined);
};

const errorIn = (bytes: Uint8Array): Partial<ErrorReply> => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Partial<ErrorReply>;
  } catch {
    return {};
  }
};
