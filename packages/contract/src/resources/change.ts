import { Type } from 'typebox';
import { OwnWords, Subject, Timestamp } from '../text.ts';
import { AppNodeDefinition } from './app-node.ts';
import { Job } from './job.ts';
import { NodeVersion } from './node-version.ts';
import { NodeModeration } from './node.ts';
import { supported } from './support.ts';

/** The keys of a change that a profile renames, or whose values it renames. All others are allowed besides. */
const Changed = (description: string) =>
  Type.Object(
    {
      ...supported,
      app_node_extract_status: NodeVersion.properties.app_node_extract_status,
      app_node_names: Type.Optional(Type.Array(Type.String())),
      events: Type.Optional(Type.Array(OwnWords())),
      kind: Type.Optional(Job.properties.kind),
      last_error: Job.properties.last_error,
      policy: AppNodeDefinition.properties.policy,
      subject: Type.Optional(Subject('What it was about')),
      preempted_app_node_names: NodeModeration.properties.preempted_app_node_names,
    },
    { additionalProperties: true, description },
  );

/** One row of the log of changes. */
export const Change = Type.Object({
  seq: Type.Integer({ description: 'Dense, in commit order' }),
  at: Timestamp('When it was committed'),
  actor: Type.String({
    description: '`user:<id>`, `token:<id>`, `operator` (at the command line) or `server`',
  }),
  action: OwnWords(),
  subject: Subject('The changed resource, as `<resource>:<id>`'),
  before: Type.Optional(Changed('The values before the change')),
  after: Type.Optional(Changed('The values after the change')),
  reason: Type.Optional(Type.String()),
  request_id: Type.Optional(Type.String()),
});
export type Change = Omit<Type.Static<typeof Change>, 'before' | 'after'> & {
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** A change with what is asked for about who made it. */
export const NamedChange = Type.Object({
  ...Change.properties,
  actor_name: Type.Optional(
    Type.String({ description: 'Of the user or the token; absent if it is neither, or gone' }),
  ),
});
export type NamedChange = Change & Pick<Type.Static<typeof NamedChange>, 'actor_name'>;

const { actor: _actor, ...shown } = Change.properties;

/** A change as members of the publisher see it. */
export const PublisherChange = Type.Object({
  ...shown,
  by: Type.Object({
    kind: Type.Enum(['member', 'token', 'upload', 'server', 'other'], {
      description:
        'A member or former member, a token of the publisher, the user of an upload URL, the registry itself, or anyone else, such as a moderator',
    }),
    id: Type.Optional(Type.String({ description: 'Of the user or the token' })),
    name: Type.Optional(Type.String({ description: 'Of the user or the token' })),
  }),
  node_id: Type.Optional(Type.String({ description: 'The node that it is about' })),
  token_name: Type.Optional(Type.String({ description: 'The name of the token that it is about' })),
  version: Type.Optional(Type.String({ description: 'The version that it is about' })),
});
export type PublisherChange = Omit<Change, 'actor'> &
  Pick<Type.Static<typeof PublisherChange>, 'by' | 'node_id' | 'token_name' | 'version'>;
