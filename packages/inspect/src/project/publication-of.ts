import type { NodeMetadata } from '@patchbay/contract';
import type { Project } from './project.ts';
import { toolTables } from './tool-tables.ts';

/** The body of a publish request. */
interface Publication {
  readonly publisherId: string;
  readonly nodeId: string;
  readonly body: {
    readonly personal_access_token: string;
    readonly node: NodeMetadata;
    readonly node_version: Project['nodeVersion'];
  };
}

/** What a project is published as. */
export const publicationOf = (
  { nodeId, node, nodeVersion }: Project,
  publisherId: string,
  { token, changelog }: { readonly token: string; readonly changelog: string | undefined },
): Publication => ({
  publisherId,
  nodeId,
  body: {
    personal_access_token: token,
    node: withHostKeys(node),
    node_version: withHostKeys({ ...nodeVersion, ...(changelog !== undefined && { changelog }) }),
  },
});

const hostKeys = toolTables.flatMap(({ hostKeys = {} }) => Object.entries(hostKeys));

/** A registry reads the keys of its own host and ignores those of others. */
const withHostKeys = <Values extends object>(values: Values): Values => ({
  ...values,
  ...Object.fromEntries(
    hostKeys.flatMap(([key, hostKey]) => {
      const value: unknown = Reflect.get(values, key);
      return value === undefined ? [] : [[hostKey, value]];
    }),
  ),
});
