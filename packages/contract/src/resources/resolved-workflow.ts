import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { providerReasons } from './node.ts';
import { CandidateNode } from './resolved-app-node.ts';

const names = { maxItems: limits.workflowNamesMax };

/** A node that a workflow needs. No key has a host's own name, so that a tool for any host can read it. */
export const NeededNode = Type.Object({
  node: CandidateNode,
  version: Type.Optional(
    Type.String({ description: 'The Active version to install; absent if the node has none' }),
  ),
  version_reason: Type.Optional(
    Type.Enum(['named', 'compatible', 'latest'], {
      description:
        'Why this version: the file names it, it is the highest one that is compatible with the one that the file names, which is not Active, or it is the latest',
    }),
  ),
  named_version: Type.Optional(Type.String({ description: 'The version that the file names' })),
  names: Type.Array(
    Type.Object({
      name: Type.String({ description: 'Of an app-node' }),
      reason: Type.Enum(['workflow', ...providerReasons], {
        description:
          '`workflow` if the file names the node; else why this one of those that provide the name',
      }),
      candidates: Type.Array(CandidateNode, {
        maxItems: limits.candidatesMax + 1,
        description: 'Other nodes that provide it, in order',
      }),
    }),
    { ...names, description: 'The app-nodes for which the workflow needs it' },
  ),
});
export type NeededNode = Type.Static<typeof NeededNode>;

/** What a workflow needs. */
export const ResolvedWorkflow = Type.Object({
  nodes: Type.Array(NeededNode, { ...names, description: 'The nodes that it needs' }),
  built_in: Type.Array(Type.String(), { ...names, description: 'App-nodes of the host itself' }),
  unknown: Type.Array(Type.String(), {
    ...names,
    description: 'App-nodes that no node of this registry provides',
  }),
  missing: Type.Array(
    Type.Object({
      id: Type.String({ description: 'As the file has it: an id, or `owner/name` of a repository' }),
      version: Type.Optional(Type.String({ description: 'As the file has it' })),
      names: Type.Array(Type.String(), {
        ...names,
        description: 'App-nodes that come with it, unknown here',
      }),
    }),
    { ...names, description: 'Nodes that the file names and this registry does not have' },
  ),
  may_use_host: Type.Boolean({
    description:
      'Whether some of its unknown app-nodes, or of those that have a node by their name alone, may come with the host, because this registry has no list of these',
  }),
});
export type ResolvedWorkflow = Type.Static<typeof ResolvedWorkflow>;
