import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { appNodePolicies } from '../statuses.ts';
import { Json, Name, Text } from '../text.ts';

/** The fields of an app-node that a caller may change and that extraction reads from a package. */
export const AppNodeDefinition = Type.Object({
  category: Type.Optional(Text(limits.descriptionCharsMax, 'UI category used for grouping')),
  deprecated: Type.Optional(Type.Boolean({ description: 'Deprecated app-nodes are hidden in the UI' })),
  description: Type.Optional(Text(limits.descriptionCharsMax, 'Brief purpose')),
  display_name: Type.Optional(Name(limits.nameCharsMax, 'Name shown in the UI; app_node_name if absent')),
  experimental: Type.Optional(Type.Boolean({ description: 'Subject to change or removal' })),
  function: Type.Optional(Text(limits.nameCharsMax, 'Name of the entry-point function')),
  input_is_list: Type.Optional(
    Type.Boolean({ description: 'Receives each input as a whole list, in one call' }),
  ),
  input_types: Type.Optional(Json(limits.definitionCharsMax, 'Definition of the input parameters, as JSON')),
  output_is_list: Type.Optional(
    Type.Array(Type.Boolean(), {
      maxItems: limits.outputsMax,
      description: 'One flag per output: whether it is a list',
    }),
  ),
  output_node: Type.Optional(
    Type.Boolean({ description: 'Ends a workflow: it runs even if nothing uses its outputs' }),
  ),
  output_tooltips: Type.Optional(
    Type.Array(Text(limits.descriptionCharsMax), {
      maxItems: limits.outputsMax,
      description: 'One tooltip per output; empty where it has none',
    }),
  ),
  policy: Type.Optional(Type.Enum([...appNodePolicies])),
  return_names: Type.Optional(Json(limits.definitionCharsMax, 'Names of the outputs, as JSON')),
  return_types: Type.Optional(Json(limits.definitionCharsMax, 'Types of the outputs, as JSON')),
  search_aliases: Type.Optional(
    Type.Array(Text(limits.nameCharsMax), {
      maxItems: limits.listItemsMax,
      description: 'Other words under which the UI finds it',
    }),
  ),
});
export type AppNodeDefinition = Type.Static<typeof AppNodeDefinition>;

export const AppNodeName = Type.String({
  ...Name(limits.appNodeNameCharsMax, 'Unique in its version'),
  minLength: 1,
});

const identified = { app_node_name: AppNodeName };

export const AppNode = Type.Object({ ...identified, ...AppNodeDefinition.properties });
export type AppNode = Type.Static<typeof AppNode>;

/** An app-node of a version, with what is asked for about its history. */
export const VersionAppNode = Type.Object({
  ...AppNode.properties,
  since: Type.Optional(
    Type.String({
      description: 'The first of the versions in a row that have it; absent if that is unknown',
    }),
  ),
  changed_in: Type.Optional(
    Type.String({ description: 'The last version that changed its inputs or outputs, if any did' }),
  ),
});
export type VersionAppNode = Type.Static<typeof VersionAppNode>;

/** An app-node in the list of all app-nodes. */
export const ListedAppNode = Type.Object({
  ...AppNode.properties,
  node_id: Type.String(),
  version: Type.String(),
});
export type ListedAppNode = Type.Static<typeof ListedAppNode>;
