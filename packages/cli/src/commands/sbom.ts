import { resolve } from 'node:path';
import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { CliError } from '../errors.ts';
import { count } from '../output/count.ts';
import { escaped } from '../output/printable.ts';
import { optionalArgument } from '../parameters/one-argument.ts';
import { type IntoFlag, intoFlag } from '../parameters/folder-flags.ts';
import { textFlag } from '../parameters/text-flag.ts';

export const sbom = command({
  brief: 'Write a software bill of materials of what is installed',
  description:
    'CycloneDX 1.6, as JSON: the nodes with their digests and the Python packages that they declare. With a node, of its version in the registry. With --offline, without what only the registry says: publishers and addresses.',
  data: ({ Type }) =>
    Type.Object({
      components: Type.Integer({ description: 'How many nodes and Python packages it lists' }),
      file: Type.Optional(Type.String({ description: 'Where it was written with --output' })),
      bom: Type.Optional(Type.Unknown({ description: 'The document by CycloneDX, without --output' })),
    }),
  parameters: {
    flags: { ...intoFlag, output: textFlag('Write it to a file instead of standard output', 'file') },
    positional: optionalArgument('node[@version]', 'A node of the registry, instead of what is installed'),
  },
  async run(call: Call, { into, output }: IntoFlag & { output?: string }, reference?: string) {
    if (reference !== undefined && into !== undefined)
      throw new CliError('usage', '--into is for what is installed, and a node of the registry is named.', {
        next: 'Leave one of them out.',
      });
    const { bomOfInstalled, bomOfVersion } = await import('../sbom/make-bom.ts');
    const bom = await (reference === undefined ? bomOfInstalled(call, into) : bomOfVersion(call, reference));
    const components = bom.components.length;
    // As it is, and safe to show: its texts are by strangers.
    const text = `${escaped(JSON.stringify(bom, null, 2))}\n`;
    if (output !== undefined) {
      const { saveFile } = await import('../files/save-file.ts');
      const file = resolve(call.context.cwd, output);
      await saveFile(file, text);
      return { components, file };
    }
    if (!call.isJson) call.context.stdout.write(text);
    return { components, bom };
  },
  text: ({ components, file }, ink) =>
    file === undefined ? '' : `${ink.bold(file)}  ${count(components, 'component')}`,
});
