import { Type } from 'typebox';
import { limits } from '../limits.ts';

/** The publisher of unclaimed nodes. Nobody can create it, because its id is not a valid publisher id. */
export const unclaimedPublisherId = 'unclaimed_nodes';

const Word = Type.Optional(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]*$' }));

/** The host's form of each neutral name, in every form that the contract uses. */
export const Naming = Type.Object(
  {
    app_frontend_version: Word,
    app_version: Word,
    app_node: Word,
    'app-node': Word,
    'App-node': Word,
    AppNode: Word,
    appNode: Word,
    [unclaimedPublisherId]: Word,
  },
  { additionalProperties: false },
);
export type Naming = Type.Static<typeof Naming>;

/** The needs of a host's clients beyond the interface. */
export const CompatFlags = Type.Object(
  {
    publishByBodyToken: Type.Boolean({
      description: 'A publish without a Bearer is made by the personal access token of its body',
    }),
    looseVersions: Type.Boolean({ description: '`1`, `1.0` and `v1.0.0` are read as `1.0.0`' }),
    unsetValues: Type.Array(Type.Unknown(), {
      description: 'Values of `node` in a publish that count as not sent',
    }),
    packageMediaTypes: Type.Array(Type.String({ pattern: '^[a-z]+/[a-z0-9.+-]+$' }), {
      minItems: 1,
      description: 'What an upload may call its zip',
    }),
    completeAnswers: Type.Boolean({
      description: 'Nodes, versions and publishers have every key their readers take for granted',
    }),
  },
  { additionalProperties: false },
);
export type CompatFlags = Type.Static<typeof CompatFlags>;

const NamesByAlias = Type.Record(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]*$' }), Type.String());

/** Additional names: alias → the contract's name. */
export const EndpointAliases = Type.Object(
  {
    query: Type.Optional(NamesByAlias),
    reply: Type.Optional(NamesByAlias),
  },
  { additionalProperties: false },
);
export type EndpointAliases = Type.Static<typeof EndpointAliases>;

/** A host's names on the wire, and the compatibility flags of its clients. */
export const Profile = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
    naming: Naming,
    aliases: Type.Record(Type.String(), EndpointAliases, { description: 'By the name of the endpoint' }),
    compat: CompatFlags,
    builtInAppNodes: Type.Array(Type.String({ maxLength: limits.appNodeNameCharsMax }), {
      maxItems: limits.builtInAppNodesMax,
      description: 'App-nodes of the host itself, which need no node',
    }),
  },
  { additionalProperties: false },
);
export type Profile = Type.Static<typeof Profile>;
