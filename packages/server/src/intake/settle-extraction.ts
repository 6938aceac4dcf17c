import type { AppNodeDefinition } from '@patchbay/contract';
import type { Extraction } from '@patchbay/inspect';
import { EXTRACTOR_VERSION } from '@patchbay/inspect/facts';
import type { VersionRecord } from '../store/rows/versions.ts';
import type { Reader } from '../store/store.ts';
import { exceedsDefinitionQuota } from './exceeds-definition-quota.ts';

interface Settled {
  definitions: ReadonlyMap<string, AppNodeDefinition>;
  status: Extraction['status'];
  extraction: NonNullable<VersionRecord['extraction']>;
}

/** What is kept of an extraction for a version: nothing if the publisher may not have so much, else with the policies. */
export const settleExtraction = async (
  read: Reader,
  version: VersionRecord,
  found: Extraction,
  policies: ReadonlyMap<string, AppNodeDefinition['policy']> = new Map(),
): Promise<Settled> => {
  const definitions = new Map<string, AppNodeDefinition>(
    found.appNodes.map(({ app_node_name, ...definition }) => [
      app_node_name,
      { ...definition, policy: policies.get(app_node_name) ?? definition.policy },
    ]),
  );
  const isOver = await exceedsDefinitionQuota(read, version, definitions);
  const { status, confidence, problems } = isOver ? overQuota : found;
  return {
    definitions: isOver ? new Map() : definitions,
    status,
    extraction: { confidence, problems, extractorVersion: EXTRACTOR_VERSION },
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
