import { refreshListingsOfPublisher } from '../store/listing/catalogue.ts';
import { claimAppNodeNames } from '../store/rows/app-node-names.ts';
import { type NewNode, type NodeRecord, insertNode, touchNodes, updateNodeRow } from '../store/rows/nodes.ts';
import { type PublisherRecord, updatePublisherRow } from '../store/rows/publishers.ts';
import { type VersionRecord, updateVersionRow } from '../store/rows/versions.ts';
import type { Writer } from '../store/store.ts';
import type { ChangeKind } from '@patchbay/contract';
import type { NewChange } from '../store/log/change.ts';

// Each writes a row and marks its node, so that lists and documents follow. They check no transition and log nothing:
// the moves of lifecycle use them, and fixtures that put rows into any state.

export const writeNewNode = async (tx: Writer, fresh: NewNode): Promise<NodeRecord> => {
  const node = await insertNode(tx, fresh);
  tx.touch(node.key);
  return node;
};

export const writeNode = async (tx: Writer, node: NodeRecord): Promise<void> => {
  await updateNodeRow(tx, node);
  tx.touch(node.key);
};

export const writePublisher = async (tx: Writer, publisher: PublisherRecord): Promise<void> => {
  await updatePublisherRow(tx, publisher);
  // Each of its nodes shows it, so a client that asks for what changed has to find them.
  await touchNodes(tx, publisher.id);
  await refreshListingsOfPublisher(tx, publisher.id);
};

export const writeVersion = async (tx: Writer, version: VersionRecord): Promise<void> => {
  await updateVersionRow(tx, version);
  if (version.status === 'NodeVersionStatusActive') await claimAppNodeNames(tx, version);
  tx.touch(version.nodeKey, { versionsChanged: true });
};

/** What the log holds of a change of one of these kinds, besides what it is about. */
export type Logged<Kind extends ChangeKind, Change = NewChange> = Change extends {
  kind: Kind;
  about: unknown;
}
  ? Omit<Change, 'about'>
  : never;
