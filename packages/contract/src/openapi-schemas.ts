import { type TSchema, Type } from 'typebox';
import { ErrorCode, ErrorReply } from './errors.ts';
import { CatalogueNode, NodeNews, PublicChange } from './resources/public-change.ts';
import { PublisherChange } from './resources/change.ts';
import { AppNode, VersionAppNode } from './resources/app-node.ts';
import { CheckRule, QueuedVersion } from './resources/check-rule.ts';
import { DryRun } from './resources/dry-run.ts';
import { Finding, Findings } from './resources/findings.ts';
import { ChangedAppNode, ListedVersion, VersionChanges } from './resources/listed-version.ts';
import { Identity } from './resources/identity.ts';
import { BulkResultItem, NodeVersion, NodeVersionIdentifier } from './resources/node-version.ts';
import { Node } from './resources/node.ts';
import { Webhook, WebhookDelivery } from './resources/webhook.ts';
import {
  NewCredential,
  Passkey,
  PasskeyCreation,
  PasskeyRequest,
  ProvedCredential,
} from './resources/passkey.ts';
import { PersonalAccessToken } from './resources/personal-access-token.ts';
import { Publisher, PublisherMember } from './resources/publisher.ts';
import { Readme, ReadmePart, ReadmePicture } from './resources/readme.ts';
import { AccountEvent } from './resources/account-event.ts';
import { Proposal } from './resources/proposal.ts';
import { Invitation } from './resources/invitation.ts';
import { ManagedReport, Report } from './resources/report.ts';
import { CandidateNode, ResolvedAppNode } from './resources/resolved-app-node.ts';
import { BuiltBy, TrustedPublisher, TrustedTokenDryRun } from './resources/trusted-publisher.ts';
import { SecondFactor } from './resources/second-factor.ts';
import { Session } from './resources/session.ts';
import { portablePattern } from './portable-patterns.ts';
import { documented } from './text.ts';

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
  Identity,
  Invitation,
  Proposal,
  AccountEvent,
  TrustedPublisher,
  TrustedTokenDryRun,
  BuiltBy,
  Report,
  ManagedReport,
  Webhook,
  WebhookDelivery,
  PublisherChange,
  CatalogueNode,
  PublicChange,
  NodeNews,
  Session,
  SecondFactor,
  Passkey,
  PasskeyCreation,
  PasskeyRequest,
  NewCredential,
  ProvedCredential,
  ErrorReply,
  ErrorCode,
};

const named = Object.entries(namedSchemas);
const names = new Map<object, string>(named.map(([name, schema]) => [schema, name]));
const namesOfObjects = new Map<object, string>(
  named.flatMap(([name, schema]) => (Type.IsObject(schema) ? [[schema.properties, name]] : [])),
);

/** Where an object is optional, its schema is a copy, which shares the properties with the one that has the name. */
const nameOf = (schema: object): string | undefined =>
  Type.IsObject(schema) ? namesOfObjects.get(schema.properties) : names.get(schema);

/** A copy of a schema in which every named schema below the top level is a reference. */
export const withReferences = (value: unknown, top = true): unknown => {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, false));
  if (typeof value !== 'object' || value === null) return value;
  const name = top ? undefined : nameOf(value);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  const written = Object.entries(value).map(([key, item]) => [
    key,
    withReferences(portable(key, item), false),
  ]);
  return withBesides(Object.fromEntries(written), value);
};

const portable = (key: string, value: unknown): unknown =>
  key === 'pattern' && typeof value === 'string' ? portablePattern(value) : value;

const withBesides = (schema: { properties?: object }, { [documented]: besides }: Besides): object => ({
  ...schema,
  ...besides,
  ...(besides?.properties === undefined
    ? {}
    : { properties: { ...schema.properties, ...besides.properties } }),
});

interface Besides {
  readonly [documented]?: { readonly properties?: object };
}

/** What a request or a response holds: the media type, with the schema of JSON. */
export const content = (body: TSchema | string) =>
  typeof body === 'string'
    ? { [body]: { schema: body.startsWith('text/') ? { type: 'string' } : {} } }
    : { 'application/json': { schema: withReferences(body, false) } };
