import { setTimeout } from 'node:timers/promises';
import type { Registry } from '../../packages/server/src/commands/import/registry.ts';

/** Waits until the packages of these versions of a node (at most 1,000) are checked and read, so that no work of one measurement falls into the next. */
export const untilChecked = async (
  registry: Registry,
  nodeId: string,
  versions: readonly string[],
): Promise<void> => {
  const node_versions = versions.map((version) => ({ node_id: nodeId, version }));
  const isChecked = ({ node_version }: { node_version?: { app_node_extract_status: string } }) =>
    node_version !== undefined && node_version.app_node_extract_status !== 'pending';
  const read = () => registry.call('bulkGetVersions', { body: { node_versions } });
  for (let { body } = await read(); !body.node_versions.every(isChecked); { body } = await read()) {
    await setTimeout(50);
  }
};
