import type { Call } from '../call.ts';
import { type Group, command } from '../command.ts';
import { CliError } from '../errors.ts';
import { findCommand } from '../find-command.ts';

/** It is given the commands, because it is one of them. */
export const schemaCommand = (commands: () => Group) =>
  command({
    brief: 'Print the JSON Schema of what a command prints with --json',
    description: 'Each line is by the schema. The last one has the type "result".',
    data: ({ Type }) => Type.Object({ schema: Type.Unknown({ description: 'A JSON Schema' }) }),
    parameters: {
      positional: {
        kind: 'array',
        minimum: 1,
        parameter: { parse: String, placeholder: 'word', brief: 'The words of the command' },
      },
    },
    async run(_call: Call, _flags: object, ...words: string[]) {
      const { path, entry } = findCommand(commands(), words);
      if (!('run' in entry) || path.length < words.length) {
        throw new CliError('usage', `There is no command "${words.join(' ')}".`, {
          next: 'Run `patchbay --help`.',
        });
      }
      const [{ schemaOf }, { schemas }] = await Promise.all([
        import('../output/schema-of.ts'),
        import('../output/schemas.ts'),
      ]);
      return { schema: schemaOf(path, entry, schemas) };
    },
    text: ({ schema }) => JSON.stringify(schema, null, 2),
  });
