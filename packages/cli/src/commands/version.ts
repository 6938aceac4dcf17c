import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { optionalArgument } from '../parameters/one-argument.ts';

const folderFlag = {
  folder: {
    kind: 'parsed',
    parse: String,
    default: '.',
    placeholder: 'folder',
    brief: 'The folder of the node',
  },
} as const;

export const version = command({
  brief: 'Raise the version of a node',
  description:
    'Writes the version into pyproject.toml, or into the file that it names for it. Everything else there stays as it is. Without an argument it prints the version.',
  data: ({ Type }) =>
    Type.Object({
      file: Type.String(),
      before: Type.String(),
      version: Type.String({ description: 'The version that is in the file now' }),
    }),
  parameters: {
    flags: folderFlag,
    positional: optionalArgument('patch|minor|major|version', 'Which part to raise, or the version to write'),
  },
  async run(call: Call, { folder }: { readonly folder: string }, change?: string) {
    const { changeVersion } = await import('../project/change-version.ts');
    return changeVersion(call.context.cwd, folder, change);
  },
  text: ({ file, before, version: after }) => (before === after ? after : `${before} → ${after}, in ${file}`),
});
