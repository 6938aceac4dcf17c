import { parseVersion } from '../../packages/server/src/policy/identifiers.ts';
import { replaceAppNodes } from '../../packages/server/src/store/app-nodes.ts';
import { insertNode } from '../../packages/server/src/store/nodes.ts';
import { insertPublisher } from '../../packages/server/src/store/publishers.ts';
import type { Store, Writer } from '../../packages/server/src/store/store.ts';
import {
  insertVersion,
  markPackageStored,
  updateVersionRow,
} from '../../packages/server/src/store/versions.ts';

/** A line of a catalogue file, as far as it is used here. */
export interface CatalogueLine {
  id: string;
  name?: string;
  publisher: string;
  author?: string;
  description?: string;
  repository?: string;
  tags?: string[];
  app_node_names?: string[];
}

const nodesPerWrite = 1_000;

/**
 * Stores every line as a node with one Active version and its app-nodes, `copies` times under ids of their own,
 * by the functions that a publish goes through, with no package behind it.
 */
export const fill = async (store: Store, lines: readonly CatalogueLine[], copies: number): Promise<void> => {
  const publishers = new Set<string>();
  for (let copy = 1; copy <= copies; copy += 1) {
    for (let start = 0; start < lines.length; start += nodesPerWrite) {
      await store.write({ actor: 'server' }, async (tx) => {
        for (const line of lines.slice(start, start + nodesPerWrite)) {
          const publisherId = publisherIdOf(line.publisher);
          if (!publishers.has(publisherId)) await insertPublisher(tx, publisherId, { name: line.publisher });
          publishers.add(publisherId);
          await insertWithVersion(tx, publisherId, line, copy);
        }
      });
    }
  }
};

const insertWithVersion = async (
  tx: Writer,
  publisherId: string,
  { id, name, author, description, repository, tags, app_node_names = [] }: CatalogueLine,
  copy: number,
): Promise<void> => {
  const metadata = { name, author, description, repository, tags };
  const node = await insertNode(tx, {
    id: copy === 1 ? id : `copy-${copy}.${id}`,
    publisherId,
    metadata: JSON.parse(JSON.stringify(metadata)) as object,
  });
  const number = parseVersion('1.0.0');
  if (number === undefined) throw new Error('1.0.0 is a version');
  const version = await insertVersion(tx, {
    nodeKey: node.key,
    version: number,
    metadata: {},
    deprecated: false,
    uploadDeadline: tx.now,
  });
  await markPackageStored(tx, version.id, { sha256: '0'.repeat(64), bytes: 0 });
  await replaceAppNodes(tx, version.id, new Map(app_node_names.map((appNode) => [appNode, {}])));
  await updateVersionRow(tx, { ...version, status: 'NodeVersionStatusActive', extractStatus: 'success' });
};

/** As the interface writes ids: what it does not admit becomes a hyphen. */
const publisherIdOf = (text: string): string =>
  `p-${text.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-')}`.slice(0, 60);
