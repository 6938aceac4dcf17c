import type { Resolution } from '@patchbay/client';

/** The address of a file that lists what a workflow needs. It holds the file, so that nothing has to be asked again. */
export const listFile = ({ nodes, unknown }: Resolution): string => {
  const list = {
    nodes: Object.fromEntries(
      nodes.map(({ node, version, app_nodes: appNodes }) => [
        node,
        {
          ...(version !== undefined && { version }),
          app_nodes: appNodes.map(({ name }) => name.toWellFormed()),
        },
      ]),
    ),
    unknown: unknown.map((name) => name.toWellFormed()),
  };
  return `data:application/json;charset=utf-8,${encodeURIComponent(`${JSON.stringify(list, null, 2)}\n`)}`;
};
