import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { columns } from '../output/columns.ts';
import { sizeText } from '../output/size.ts';
import { type IntoFlag, intoFlag } from '../parameters/folder-flags.ts';

export const list = command({
  brief: 'List what is installed',
  description: 'Reads patchbay.lock in the folder of the nodes, and calls no registry.',
  data: ({ Type }) =>
    Type.Object({
      folder: Type.String(),
      nodes: Type.Array(
        Type.Object({
          node: Type.String(),
          version: Type.String(),
          requested: Type.Optional(Type.String({ description: 'The version or range that was asked for' })),
          registry: Type.String(),
          bytes: Type.Integer({ description: 'The size of its package' }),
          is_there: Type.Boolean({ description: 'Whether its folder is there' }),
        }),
      ),
      others: Type.Array(Type.String(), { description: 'Folders that patchbay did not install' }),
    }),
  parameters: { flags: intoFlag },
  async run(call: Call, { into }: IntoFlag) {
    const { listInstalled } = await import('../install/list-installed.ts');
    return listInstalled(call.context.cwd, into);
  },
  text({ folder, nodes, others }, ink) {
    const rows = nodes.map(({ node, version, requested, registry, bytes, is_there }) => [
      ink.bold(node),
      version,
      requested === undefined || requested === version ? '' : ink.dim(requested),
      sizeText(bytes),
      is_there ? ink.dim(registry) : ink.red('its folder is missing'),
    ]);
    return [
      rows.length === 0 ? `Nothing in ${folder} was installed by patchbay.` : columns(rows),
      ...(others.length === 0 ? [] : [ink.dim(`Not installed by patchbay: ${others.join(', ')}`)]),
    ].join('\n');
  },
});
