import { type AppNodeChanges, compareAppNodes, isBreaking } from '@patchbay/contract/compare';
import semver from 'semver';
import type { Connection } from '../connect.ts';
import { listAppNodes } from '../diff/list-app-nodes.ts';
import type { InspectedAppNode } from '../check/inspect-package.ts';

/** App-nodes that the warning names. */
const shownMax = 10;

/** Whether SemVer lets a release break what worked before: the first number that is not 0 must rise. */
const mayBreak = (before: string, after: string): boolean => {
  const [old, now] = [new semver.SemVer(before), new semver.SemVer(after)];
  if (now.major !== old.major) return true;
  if (now.major > 0) return false;
  return now.minor !== old.minor || old.minor === 0;
};

/**
 * Why a release breaks workflows of the latest version although its number says that it does not (SemVer), one sentence
 * for each app-node. Empty if there is no former version, or a later one.
 */
export const findBreaking = async (
  connection: Connection,
  nodeId: string,
  version: string,
  appNodes: readonly InspectedAppNode[] | undefined,
): Promise<string[]> => {
  if (appNodes === undefined) return [];
  const latest = await latestOf(connection, nodeId);
  // What a registry calls a version may be none.
  if (latest === undefined || !semver.valid(version) || !semver.valid(latest)) return [];
  if (semver.lte(version, latest)) return [];
  if (mayBreak(latest, version)) return [];
  const before = await listAppNodes(connection, { nodeId, version: latest });
  const broken = compareAppNodes(before, appNodes).filter(isBreaking);
  if (broken.length === 0) return [];
  const next = semver.inc(latest, latest.startsWith('0.') ? 'minor' : 'major');
  const rest = broken.length - shownMax;
  return [
    `${version} breaks workflows of ${latest}, so by SemVer its number should be ${next}. \`patchbay diff ${nodeId} ${latest} .\` shows all of it.`,
    ...broken.slice(0, shownMax).map(sentenceOf),
    ...(rest > 0 ? [`${rest} more app-nodes have breaking changes.`] : []),
  ];
};

const latestOf = async ({ api, client }: Connection, nodeId: string): Promise<string | undefined> => {
  try {
    const { latest_version: latest } = await api.getNode(client, { nodeId });
    return latest?.version;
  } catch (error) {
    if (error instanceof api.RegistryError && error.code === 'node_not_found') return undefined;
    throw error;
  }
};

const sentenceOf = ({ app_node_name: name, kind, changes }: AppNodeChanges): string => {
  if (kind === 'removed') return `${name} is removed.`;
  const what = changes
    .filter(({ effect }) => effect === 'breaking')
    .map(({ what, before, after }) => {
      if (after === undefined) return `${what} is removed`;
      return before === undefined ? `${what} is added` : `${what} was ${before}, and is ${after}`;
    });
  return `${name}: ${what.join('; ')}.`;
};
