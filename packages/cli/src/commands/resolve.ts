import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { type InstallFlags, installFlags } from '../parameters/folder-flags.ts';
import { installEvents } from '../install/install-events.ts';
import { outcomeText } from '../install/outcome-text.ts';
import { commandSchema, outcomeSchema } from '../install/outcome.ts';
import { resolutionText } from '../workflow/resolution-text.ts';

export const resolve = command({
  brief: 'Find the nodes that a workflow needs, and perhaps install them',
  description:
    'Reads the file of the editor and the prompt of the interface. Ends with 1 if no node provides one of its app-nodes.',
  data: (schemas) => {
    const { Type } = schemas;
    const Names = Type.Array(Type.String());
    return Type.Object({
      nodes: Type.Array(
        Type.Object({
          node: Type.String(),
          version: Type.Optional(Type.String({ description: 'The version to install' })),
          version_reason: Type.Optional(
            Type.String({
              description: '`named` by the file, the highest `compatible` one with it, or the `latest`',
            }),
          ),
          named_version: Type.Optional(Type.String({ description: 'The version that the file names' })),
          installed_version: Type.Optional(
            Type.String({ description: 'The version that is in the folder, without --install' }),
          ),
          app_nodes: Type.Array(
            Type.Object({
              name: Type.String(),
              reason: Type.String({
                description: '`workflow` if the file names the node, else that of the registry',
              }),
              candidates: Type.Array(Type.String(), { description: 'Other nodes that provide it' }),
            }),
          ),
        }),
      ),
      built_in: Type.Array(Type.String(), { description: 'App-nodes of the host' }),
      unknown: { ...Names, description: 'App-nodes that no node provides' },
      missing: Type.Array(
        Type.Object({
          id: Type.String(),
          version: Type.Optional(Type.String()),
          app_nodes: Names,
        }),
        { description: 'Nodes that the file names and the registry does not have' },
      ),
      may_use_host: Type.Boolean({
        description:
          'Whether unknown ones, or those that have a node by their name alone, may be of the host, which the registry does not list',
      }),
      installed: Type.Optional(Type.Array(outcomeSchema(schemas))),
      requirements_command: commandSchema(schemas),
    });
  },
  events: installEvents,
  parameters: {
    flags: {
      ...installFlags,
      install: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'Install the nodes that it needs',
      },
    },
    positional: {
      kind: 'tuple',
      parameters: [{ parse: String, placeholder: 'workflow', brief: 'The file of a workflow, as JSON' }],
    },
  },
  async run(call: Call, flags: InstallFlags & { install: boolean }, workflow: string) {
    const { resolveWorkflow } = await import('../workflow/resolve-workflow.ts');
    return resolveWorkflow(call, flags, workflow);
  },
  text: ({ installed, requirements_command: command, ...resolution }, ink, { withDeps }) =>
    [
      resolutionText(resolution, ink, installed === undefined),
      outcomeText(installed ?? [], ink, { command, withDeps }),
    ]
      .filter(Boolean)
      .join('\n\n'),
  isOk: ({ unknown, installed = [] }) =>
    unknown.length === 0 && installed.every(({ status }) => status !== 'failed'),
});
