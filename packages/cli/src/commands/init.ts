import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { columns } from '../output/columns.ts';
import { pathArgument } from '../parameters/path-argument.ts';
import { textFlag } from '../parameters/text-flag.ts';
import type { InitFlags } from '../project/init-project.ts';

export const init = command({
  brief: 'Write or complete the pyproject.toml of a node',
  description:
    'What the file has stays as it is, with its order and comments. Only what is missing is added.',
  data: ({ Type }) =>
    Type.Object({
      file: Type.String(),
      is_new: Type.Boolean(),
      added: Type.Array(
        Type.Object({ key: Type.String(), value: Type.Union([Type.String(), Type.Array(Type.String())]) }),
      ),
      left_out: Type.Array(Type.String(), {
        description: 'Lines of requirements.txt that pyproject.toml cannot have',
      }),
    }),
  parameters: {
    flags: {
      id: textFlag('The id of the node', 'id'),
      publisher: textFlag('The id of the publisher', 'id'),
      release: textFlag('The version; 1.0.0 if nothing is said', 'version'),
      name: textFlag('The name that people see'),
      description: textFlag('What the node does'),
      license: textFlag('The license, such as MIT'),
      repository: textFlag('Where the sources are', 'url'),
    },
    positional: pathArgument('folder', 'The folder of the node'),
  },
  async run(call: Call, flags: InitFlags, folder: string) {
    const { initProject } = await import('../project/init-project.ts');
    return initProject(call, flags, folder);
  },
  text({ file, is_new, added, left_out }, ink) {
    if (added.length === 0) return `${ink.bold(file)} has all that is needed.`;
    return [
      `${ink.bold(file)} ${is_new ? 'is written' : 'is completed'}:`,
      columns(added.map(({ key, value }) => [ink.dim(key), [value].flat().join(', ')])),
      ...left_out.map(
        (line) =>
          `${ink.yellow('warning')}  requirements.txt: left out ${JSON.stringify(line)}, which pyproject.toml cannot have.`,
      ),
      'Run `patchbay check` next.',
    ].join('\n');
  },
});
