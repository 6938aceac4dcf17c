import { createHash } from 'node:crypto';
import type { Reply } from '../client.ts';
import { type Caller, turnTo } from './caller.ts';
import { type Observation, packageStore } from './history.ts';
import { seenIn, seenNode, seenVersion } from './observe.ts';
import type { KnownVersion } from './fixture.ts';

export const readNode = async (who: Caller, nodeId: string): Promise<void> => {
  const { client, from } = turnTo(who);
  await who.recorder.record({
    ...from,
    kind: 'getNode',
    refusals: ['node_not_found'],
    send: () => client.get(`/nodes/${nodeId}`),
    observe: seenIn(seenNode, nodeId),
  });
};

/** Reads a version, and its package where it has one. */
export const readVersion = async (who: Caller, version: KnownVersion): Promise<void> => {
  const { nodeId, number } = version;
  const { client, from } = turnTo(who);
  const reply = await who.recorder.record({
    ...from,
    kind: 'getVersion',
    refusals: ['node_not_found', 'version_not_found'],
    send: () => client.get(`/nodes/${nodeId}/versions/${number}`),
    observe: seenIn(seenVersion, nodeId, number),
  });
  const { id, downloadUrl } = reply?.json ?? {};
  if (downloadUrl === undefined) return;
  const observe = ({ status, bytes }: Reply): Observation[] =>
    status === 200
      ? [{ subject: `version:${id}`, values: { sha256: createHash('sha256').update(bytes).digest('hex') } }]
      : [];
  const pointed = await who.recorder.record({
    ...from,
    kind: 'downloadPackage',
    refusals: ['node_not_found', 'version_unavailable'],
    send: () => client.getHere(downloadUrl),
    observe,
  });
  const elsewhere = pointed?.headers.get('location');
  if (!elsewhere) return;
  await who.recorder.record({
    ...from,
    process: packageStore,
    kind: 'downloadPackage',
    send: () => client.getHere(elsewhere),
    observe,
  });
};
