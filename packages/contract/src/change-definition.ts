import { Type } from 'typebox';

/** The resource that a change is about: the first part of its subject, `<resource>:<id>`. */
export type ChangeResource =
  | 'node'
  | 'version'
  | 'app-node'
  | 'publisher'
  | 'token'
  | 'trusted-publisher'
  | 'webhook'
  | 'user'
  | 'job'
  | 'report'
  | 'proposal';

/**
 * Who may see a change with its `before`, `after` and `reason`: anyone, the members of its publisher and moderators,
 * or only moderators. For every kind, only moderators see the actor and the request id.
 */
export type ChangeAudience = 'public' | 'publisher' | 'moderators';

/** The schemas of `before` and `after`, if changes of the kind have them. */
export type ChangePayload = Type.TProperties & { before?: Type.TSchema; after?: Type.TSchema };

export interface ChangeDefinition {
  resource: ChangeResource;
  audience: ChangeAudience;
  when: string;
  payload: ChangePayload;
}

/** Declares changes of one resource. */
export const about =
  <const Resource extends ChangeResource>(resource: Resource) =>
  <Payload extends ChangePayload>(audience: ChangeAudience, when: string, payload: Payload) => ({
    resource,
    audience,
    when,
    payload,
  });

/** The same keys before and after: those that changed. */
export const differing = <Properties extends Type.TProperties>(properties: Properties) => {
  const part = Type.Partial(Type.Object(properties));
  return { before: part, after: part };
};
