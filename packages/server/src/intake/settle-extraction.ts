import type { AppNodeDefinition, Readme } from '@patchbay/contract';
import type { Extraction, PackageContents } from '@patchbay/inspect';
import { EXTRACTOR_VERSION } from '@patchbay/inspect/facts';
import type { VersionRecord } from '../store/rows/versions.ts';
import type { Reader } from '../store/store.ts';
import { exceedsDefinitionQuota } from './exceeds-definition-quota.ts';

interface Settled {
  definitions: ReadonlyMap<string, AppNodeDefinition>;
  status: Extraction['status'];
  extraction: NonNullable<VersionRecord['extraction']>;
  readme: Readme | undefined;
}

/**
 * What is kept of a package for a version, with the policies of its app-nodes: nothing if the publisher may not have so
 * much, and no readme if that is too much.
 */
export const settleExtraction = async (
  read: Reader,
  version: VersionRecord,
  found: Extraction & Pick<PackageContents, 'readme'>,
  policies: ReadonlyMap<string, AppNodeDefinition['policy']> = new Map(),
): Promise<Settled> => {
  const definitions = new Map<string, AppNodeDefinition>(
    found.appNodes.map(({ app_node_name, ...definition }) => [
      app_node_name,
      { ...definition, policy: policies.get(app_node_name) ?? definition.policy },
    ]),
  );
  const isReadmeOver = await exceedsDefinitionQuota(read, version, definitions, found.readme);
  const isOver = isReadmeOver && (await exceedsDefinitionQuota(read, version, definitions));
  const { status, confidence, problems } = isOver ? overQuota : found;
  return {
    definitions: isOver ? new Map() : definitions,
    status,
    extraction: { confidence, problems, extractorVersion: EXTRACTOR_VERSION },
    readme: isReadmeOver ? undefined : found.readme,
  };
};

const overQuota: Extraction = {
  status: 'failed',
  confidence: 0,
  appNodes: [],
  problems: [
    {
      file: '',
      line: 0,
      message:
        'the app-nodes exceed the quota "definition_bytes" of the publisher; ask a moderator to raise it',
    },
  ],
};
