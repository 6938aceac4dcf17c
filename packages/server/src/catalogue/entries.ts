import type { Profile, PublicChange } from '@patchbay/contract';
import { wiresOf } from '@patchbay/contract';
import type {
  CatalogueDocuments,
  CatalogueNode,
  CatalogueVersion,
} from '../documents/catalogue-documents.ts';
import type { ReadConnection } from '../store/store.ts';
import type { Thing } from './changed-things.ts';

/** A public change as JSON in the names of the host. */
export interface Entry {
  thing: Thing;
  json: string;
}

type Shell = Omit<PublicChange, 'node' | 'node_version'>;

export type WriteEntries = (read: ReadConnection, things: readonly Thing[]) => Promise<Entry[]>;

/** Writes what changed with its documents as they are now. A version that is gone without ever being public is left out. */
export const entryWriter = (documents: CatalogueDocuments, profile: Profile): WriteEntries => {
  const { writeReply } = wiresOf(profile).listPublicChanges;
  const spell = (shell: Shell): object => {
    const reply = { changes: [shell], last_seq: 0, next: '', more: false };
    const written = writeReply === undefined ? reply : (writeReply(reply) as typeof reply);
    return written.changes[0] ?? shell;
  };
  const write = (shell: Shell, document: 'node' | 'node_version', json: string | undefined): string => {
    const text = JSON.stringify(spell(shell));
    return json === undefined ? text : `${text.slice(0, -1)},${JSON.stringify(document)}:${json}}`;
  };
  const writeNode = (thing: Thing, { id, publisherId, formerIds, json }: CatalogueNode): string =>
    write(
      {
        ...shellOf(thing, 'node', json),
        node_id: id,
        publisher_id: publisherId,
        ...appNodeOf(thing),
        // A document lists them. A removal must, too: a follower that missed the rename has the former id.
        ...(json === undefined && formerIds.length > 0 && { former_ids: [...formerIds] }),
      },
      'node',
      json,
    );
  const writeVersion = (thing: Thing, found: CatalogueVersion): string =>
    write(
      {
        ...shellOf(thing, 'version', found.json),
        node_id: found.nodeId,
        publisher_id: found.publisherId,
        version: found.version,
        version_id: found.id,
        ...appNodeOf(thing),
      },
      'node_version',
      found.json,
    );
  return async (read, things) => {
    const [nodes, versions] = await Promise.all([
      documents.nodes(read, [
        ...new Set(things.filter(({ versionId }) => versionId === '').map(({ nodeKey }) => nodeKey)),
      ]),
      documents.versions(
        read,
        things.map(({ versionId }) => versionId).filter((id) => id !== ''),
      ),
    ]);
    return things.flatMap((thing) => {
      const { nodeKey, versionId } = thing;
      if (versionId === '') {
        const node = nodes.get(nodeKey);
        return node === undefined ? [] : { thing, json: writeNode(thing, node) };
      }
      const version = versions.get(versionId);
      return version === undefined ? [] : { thing, json: writeVersion(thing, version) };
    });
  };
};

const shellOf = ({ seq, at, action }: Thing, resource: 'node' | 'version', json: string | undefined) =>
  ({
    seq,
    at,
    kind: `${resource}.${json === undefined ? 'removed' : 'changed'}` as const,
    ...(action !== undefined && { action }),
  }) as const;

const appNodeOf = ({ appNode }: Thing) => (appNode === undefined ? {} : { app_node_name: appNode });
