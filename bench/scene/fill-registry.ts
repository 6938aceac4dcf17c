import { readConfig } from '../../packages/server/src/config.ts';
import type { CatalogueEntry } from '../../packages/server/src/commands/import/catalogue.ts';
import { publisherIdOf } from '../../packages/server/src/commands/import/catalogue.ts';
import { EXTRACTOR_VERSION } from '../../packages/server/src/extract/extract-app-nodes.ts';
import { RULESET_VERSION } from '../../packages/server/src/checks/ruleset.ts';
import { demandVersion } from '../../packages/server/src/guards/version-number.ts';
import { openConfiguredStore } from '../../packages/server/src/server.ts';
import { replaceAppNodes } from '../../packages/server/src/store/app-nodes.ts';
import { upsertMember } from '../../packages/server/src/store/members.ts';
import { insertNode, type NodeRecord } from '../../packages/server/src/store/nodes.ts';
import { findPublisher, insertPublisher } from '../../packages/server/src/store/publishers.ts';
import type { Writer } from '../../packages/server/src/store/store.ts';
import { findUserByEmail } from '../../packages/server/src/store/users.ts';
import {
  insertVersion,
  markPackageStored,
  updateVersionRow,
} from '../../packages/server/src/store/versions.ts';
import type { FilledEntry } from './filled-entry.ts';

const entriesPerTransaction = 200;
const sha256 = '0'.repeat(64);
/** Publishes lie this far apart, so that the registry has a past. */
const stepMs = 60_000;
const firstPublish = Date.parse('2024-01-01T00:00:00Z');

/**
 * Writes the entries with the store's own functions, in the order in which publish, upload, checks and extraction
 * call them, and the changes these append; only the packages themselves are not there. The owner must exist.
 */
export const fillRegistry = async (
  environment: Readonly<Record<string, string>>,
  ownerEmail: string,
  entries: readonly FilledEntry[],
): Promise<void> => {
  let clock = firstPublish;
  const store = await openConfiguredStore(readConfig(environment), () => new Date((clock += stepMs)));
  try {
    const owner = await findUserByEmail(store.read, ownerEmail);
    if (owner === undefined) throw new Error(`there is no user ${ownerEmail}`);
    for (let start = 0; start < entries.length; start += entriesPerTransaction) {
      await store.write({ actor: `user:${owner.id}` }, async (tx) => {
        for (const { entry, versions } of entries.slice(start, start + entriesPerTransaction)) {
          const node = await insertEntry(tx, entry, owner.id);
          for (const number of versions) {
            await insertActiveVersion(
              tx,
              node,
              number,
              number === versions.at(-1) ? entry.app_node_names : [],
            );
          }
        }
      });
    }
  } finally {
    await store.close();
  }
};

const insertEntry = async (tx: Writer, entry: CatalogueEntry, ownerId: string): Promise<NodeRecord> => {
  const publisherId = publisherIdOf(entry);
  if ((await findPublisher(tx.db, publisherId)) === undefined) {
    const profile = { name: entry.publisher };
    await insertPublisher(tx, publisherId, profile);
    await upsertMember(tx, publisherId, ownerId, 'owner');
    await tx.append({
      kind: 'publisher.created',
      about: { id: publisherId },
      after: { id: publisherId, ...profile },
    });
  }
  const { id, name, author, description, repository, tags } = entry;
  const metadata = { name, author, description, repository, tags: [...tags] };
  const node = await insertNode(tx, { id, publisherId, metadata });
  await tx.append({ kind: 'node.created', about: node, after: { id, ...metadata } });
  return node;
};

const insertActiveVersion = async (
  tx: Writer,
  node: NodeRecord,
  number: string,
  appNodeNames: readonly string[],
): Promise<void> => {
  const metadata = { changelog: `What is new in ${number}.`, dependencies: ['numpy>=1.25', 'pillow'] };
  const version = await insertVersion(tx, {
    nodeKey: node.key,
    version: demandVersion(number, '/version'),
    metadata,
    deprecated: false,
    uploadDeadline: tx.now,
    uploadTokenId: null,
  });
  await tx.append({
    kind: 'version.published',
    about: version,
    after: { node_id: node.id, version: number, deprecated: false, ...metadata },
  });
  const stored = { sha256, bytes: 100_000 };
  await markPackageStored(tx, version.id, stored);
  await tx.append({ kind: 'package.stored', about: version, after: stored });
  await replaceAppNodes(
    tx,
    version.id,
    new Map(appNodeNames.map((name) => [name, { category: 'filled', function: 'run', return_types: '[]' }])),
  );
  await updateVersionRow(tx, {
    ...version,
    status: 'NodeVersionStatusActive',
    extractStatus: 'success',
    verdict: { outcome: 'passed', findings: [], rulesetVersion: RULESET_VERSION },
    extraction: { confidence: 1, problems: [], extractorVersion: EXTRACTOR_VERSION },
  });
  await tx.append({
    kind: 'version.checked',
    about: version,
    before: { status: 'NodeVersionStatusPending' },
    after: { status: 'NodeVersionStatusActive', findings: 0, ruleset_version: RULESET_VERSION },
  });
  await tx.append({
    kind: 'app-nodes.extracted',
    about: version,
    before: { app_node_extract_status: 'pending' },
    after: { app_node_extract_status: 'success', confidence: 1, app_node_names: [...appNodeNames] },
  });
};
