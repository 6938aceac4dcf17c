import type { PublishVersionArgs } from '@patchbay/client';
import type { Project } from '../project/project.ts';
import { toolTables } from '../project/tool-tables.ts';

/** What a project is published as. */
export const publicationOf = (
  { nodeId, node, nodeVersion }: Project,
  publisherId: string,
  { token, changelog }: { readonly token: string; readonly changelog: string | undefined },
): PublishVersionArgs => ({
  publisherId,
  nodeId,
  body: {
    personal_access_token: token,
    node: withHostKeys(node),
    node_version: withHostKeys({ ...nodeVersion, ...(changelog !== undefined && { changelog }) }),
  },
});

const hostKeys = toolTables.flatMap(({ hostKeys = {} }) => Object.entries(hostKeys));

/** A registry reads the keys of its own host and ignores the others. */
const withHostKeys = <Values extends object>(values: Values): Values => ({
  ...values,
  ...Object.fromEntries(
    hostKeys.flatMap(([key, hostKey]) => {
      const value: unknown = Reflect.get(values, key);
      return value === undefined ? [] : [[hostKey, value]];
    }),
  ),
});
