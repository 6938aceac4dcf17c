import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { count } from '../output/count.ts';
import { fields } from '../output/fields.ts';
import { sizeText } from '../output/size.ts';
import { type IntoFlag, intoFlag } from '../parameters/folder-flags.ts';
import { oneArgument } from '../parameters/one-argument.ts';

export const info = command({
  brief: 'Show an installed node',
  description: 'Reads its files and patchbay.lock, and calls no registry.',
  data: ({ Type }) =>
    Type.Object({
      node: Type.String(),
      folder: Type.String({ description: 'That of the node' }),
      version: Type.String(),
      requested: Type.Optional(Type.String({ description: 'The version or range that was asked for' })),
      registry: Type.String(),
      description: Type.Optional(Type.String()),
      repository: Type.Optional(Type.String()),
      requirements: Type.Array(Type.String(), { description: 'What it needs of Python, by PEP 508' }),
      package: Type.Object({ bytes: Type.Integer(), sha256: Type.String() }),
      files: Type.Integer(),
      changed: Type.Integer({ description: 'How many files differ from what was installed' }),
    }),
  parameters: { flags: intoFlag, positional: oneArgument('node', 'Id of the installed node') },
  async run(call: Call, { into }: IntoFlag, nodeId: string) {
    const { describeInstalled } = await import('../install/describe-installed.ts');
    return describeInstalled(call.context.cwd, into, nodeId);
  },
  text(data, ink) {
    const { node, version, requested, requirements, changed } = data;
    const facts = {
      Folder: data.folder,
      Registry: data.registry,
      'Asked for': requested === version ? undefined : requested,
      Repository: data.repository,
      Needs: requirements.join(', '),
      Package: `${sizeText(data.package.bytes)}, SHA-256 ${data.package.sha256}`,
      Files: [
        count(data.files, 'file'),
        changed === 0 ? 'as installed' : ink.yellow(`${changed} changed, which \`patchbay verify\` lists`),
      ].join(', '),
    };
    return [`${ink.bold(node)}  ${version}`, data.description ?? '', fields(ink, facts)]
      .filter(Boolean)
      .join('\n');
  },
});
