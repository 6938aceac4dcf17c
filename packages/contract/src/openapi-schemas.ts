import { type TSchema, Type } from 'typebox';
import { ErrorCode, ErrorReply } from './errors.ts';
import { PublisherChange } from './resources/change.ts';
import { AppNode, VersionAppNode } from './resources/app-node.ts';
import { CheckRule, QueuedVersion } from './resources/check-rule.ts';
import { DryRun } from './resources/dry-run.ts';
import { Finding, Findings } from './resources/findings.ts';
import { ChangedAppNode, ListedVersion, VersionChanges } from './resources/listed-version.ts';
import { BulkResultItem, NodeVersion, NodeVersionIdentifier } from './resources/node-version.ts';
import { Node } from './resources/node.ts';
import { PersonalAccessToken } from './resources/personal-access-token.ts';
import { Publisher, PublisherMember } from './resources/publisher.ts';
import { Readme, ReadmePart, ReadmePicture } from './resources/readme.ts';
import { CandidateNode, ResolvedAppNode } from './resources/resolved-app-node.ts';

/** Schemas with a name in the document. Every occurrence becomes a reference. */
export const namedSchemas: Record<string, TSchema> = {
  Node,
  NodeVersion,
  ListedVersion,
  VersionChanges,
  ChangedAppNode,
  Publisher,
  PublisherMember,
  AppNode,
  VersionAppNode,
  CandidateNode,
  ResolvedAppNode,
  Readme,
  ReadmePart,
  ReadmePicture,
  Finding,
  Findings,
  DryRun,
  CheckRule,
  QueuedVersion,
  NodeVersionIdentifier,
  BulkResultItem,
  PersonalAccessToken,
  PublisherChange,
  ErrorReply,
  ErrorCode,
};

/** Where a schema is optional, it is a copy, which shares its properties with the one that has the name. */
const isSame = (one: TSchema, other: TSchema): boolean =>
  one === other || (Type.IsObject(one) && Type.IsObject(other) && one.properties === other.properties);

const nameOf = (value: object): string | undefined =>
  Object.entries(namedSchemas).find(([, schema]) => isSame(schema, value))?.[0];

/** A copy of a schema in which every named schema below the top level is a reference. */
export const withReferences = (value: unknown, top = true): unknown => {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, false));
  if (typeof value !== 'object' || value === null) return value;
  const name = top ? undefined : nameOf(value);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withReferences(item, false)]));
};

/** What a request or a response holds: the media type, with the schema of JSON. */
export const content = (body: TSchema | string) =>
  typeof body === 'string'
    ? { [body]: { schema: body.startsWith('text/') ? { type: 'string' } : {} } }
    : { 'application/json': { schema: withReferences(body, false) } };
