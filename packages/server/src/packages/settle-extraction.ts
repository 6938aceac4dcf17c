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
  /** Null if there is none; undefined if the one that the version has stays. */
  readme: Readme | null | undefined;
}

interface Known {
  /** Of the version's last reading. */
  definitions: ReadonlyMap<string, AppNodeDefinition>;
  /** Names that are banned for the node. */
  banned: ReadonlySet<string>;
}

const nothing: Known = { definitions: new Map(), banned: new Set() };

/**
 * What is kept of a package for a version, with the policies of its app-nodes. The app-nodes that are known stay if
 * reading failed or the publisher may not have so much; the readme is left out if that is too much.
 */
export const settleExtraction = async (
  read: Reader,
  version: VersionRecord,
  found: Extraction & Pick<PackageContents, 'readme'>,
  known = nothing,
): Promise<Settled> => {
  const definitions = found.status === 'failed' ? known.definitions : withPolicies(found, known);
  const isReadmeOver = await exceedsDefinitionQuota(read, version, definitions, found.readme);
  const isOver = isReadmeOver && (await exceedsDefinitionQuota(read, version, definitions));
  const { status, confidence, problems } = isOver ? overQuota : found;
  const readme = isReadmeOver ? undefined : found.readme;
  return {
    definitions: isOver ? known.definitions : definitions,
    status,
    extraction: { confidence, problems, extractorVersion: EXTRACTOR_VERSION },
    readme: readme ?? (status === 'failed' ? undefined : null),
  };
};

const withPolicies = (
  { appNodes }: Extraction,
  { definitions, banned }: Known,
): ReadonlyMap<string, AppNodeDefinition> =>
  new Map<string, AppNodeDefinition>(
    appNodes.map(({ app_node_name: name, ...definition }) => [
      name,
      {
        ...definition,
        policy: banned.has(name)
          ? 'AppNodePolicyBanned'
          : (definitions.get(name)?.policy ?? definition.policy),
      },
    ]),
  );

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
