import { Type } from 'typebox';
import { type ChangeDefinition, type ChangeResource, about, differing } from './change-definition.ts';
import { memberKinds, proposalKinds } from './changes-of-people.ts';
import { LoggedAdvisory } from './resources/advisory.ts';
import { AppNodeDefinition } from './resources/app-node.ts';
import { Job } from './resources/job.ts';
import { NodeVersion, NodeVersionMetadata } from './resources/node-version.ts';
import { NodeMetadata, NodeModeration } from './resources/node.ts';
import { TokenRequest } from './resources/personal-access-token.ts';
import { PublisherProfile } from './resources/publisher.ts';
import { QuotaMaxima } from './resources/quota.ts';
import { Report } from './resources/report.ts';
import { BuiltBy, TrustedPublisher, TrustedPublisherRequest } from './resources/trusted-publisher.ts';
import { User } from './resources/user.ts';
import { extractStatuses, nodeStatuses, publisherStatuses, tokenActions } from './statuses.ts';

const node = about('node');
const version = about('version');
const appNode = about('app-node');
const publisher = about('publisher');
const token = about('token');
const trustedPublisher = about('trusted-publisher');
const webhook = about('webhook');
const user = about('user');
const job = about('job');
const report = about('report');

/** What happens to an account. No address and no secret is in it. */
const ofAccount = (when: string) => user('moderators', when, {});

const { id } = User.properties;
const { kind, subject, attempts, last_error } = Job.properties;
const jobOf = Type.Object({ kind, subject, attempts, last_error });
const { node_id, version: number, status, status_reason, tags_admin } = NodeVersion.properties;
const versionStatus = Type.Object({ status });
const numbered = Type.Object({ node_id, version: number, status });
const nodeStatus = Type.Object({ status: Type.Enum([...nodeStatuses]) });
const publisherStatus = Type.Object({ status: Type.Enum([...publisherStatuses]) });
const extractStatus = Type.Object({ app_node_extract_status: Type.Enum([...extractStatuses]) });
const names = { app_node_names: Type.Array(Type.String()) };
const publication = {
  deprecated: Type.Boolean(),
  ...NodeVersionMetadata.properties,
  built_by: Type.Optional(BuiltBy),
};
const { repository_id, owner_id } = TrustedPublisher.properties;
const { node_id: reportedNode, version: reportedVersion, reason: reportReason } = Report.properties;
const reportStatus = Type.Object({ status: Report.properties.status });
/** Only the origin of its URL, whose path may be a secret of the receiver. */
const webhookTerms = {
  origin: Type.String(),
  description: Type.Optional(Type.String()),
  events: Type.Optional(Type.Array(Type.String())),
};
const issuer = Type.Object({ issuer: Type.String() });
const factor = Type.Object({ factor: Type.Enum(['totp', 'passkey']) });
const left = Type.Object({ left: Type.Integer() });

/** All kinds of changes. Each write of the registry appends one or more to the log. */
export const changeKinds = {
  'node.created': node('public', 'a node was created', {
    after: Type.Object({ id, ...NodeMetadata.properties }),
  }),
  'node.updated': node(
    'publisher',
    'fields of a node changed, among them its status',
    differing({
      ...NodeMetadata.properties,
      ...NodeModeration.properties,
      ...nodeStatus.properties,
      advisory: LoggedAdvisory,
      trusted_only: Type.Boolean(),
    }),
  ),
  'node.deleted': node('public', 'a node was deleted', { before: nodeStatus, after: nodeStatus }),
  'node.transferred': node('public', 'a node went to another publisher', {
    before: Type.Object({ publisher: id }),
    after: Type.Object({ publisher: id }),
  }),
  'node.renamed': node('public', 'a node got another id', {
    before: Type.Object({ id }),
    after: Type.Object({ id }),
  }),
  'node.quotas-set': node(
    'publisher',
    'a moderator set quotas of a node',
    differing(QuotaMaxima('node').properties),
  ),
  'node.repaired': node('moderators', 'the doctor repaired data derived from a node', {
    after: Type.Object({ check: Type.String() }),
  }),
  'node.replicated': node('public', 'a node came from another registry, or changed there', {
    before: Type.Optional(nodeStatus),
    after: Type.Object({ source: Type.Optional(Type.String()), ...nodeStatus.properties }),
  }),
  'node.reviewed': node('moderators', 'a user gave a node its stars', {
    after: Type.Object({ star: Type.Integer() }),
  }),

  'version.published': version('publisher', 'a version was published and waits for its package', {
    after: Type.Object({ node_id, version: number, ...publication }),
  }),
  'version.republished': version('publisher', 'the publish was repeated before the package came', {
    before: Type.Optional(differing({ version: number, ...publication }).before),
    after: Type.Optional(differing({ version: number, ...publication }).after),
  }),
  'version.expired': version('publisher', 'the package did not come by the deadline', { before: numbered }),
  'version.checked': version('publisher', 'the checks of the package ended', {
    before: versionStatus,
    after: Type.Object({
      status,
      findings: Type.Optional(Type.Integer()),
      ruleset_version: Type.Optional(Type.Integer()),
    }),
  }),
  'version.check-asked-again': version('public', 'someone asked to check the package again', {
    before: versionStatus,
    after: versionStatus,
  }),
  'version.updated': version(
    'public',
    'its changelog or its deprecation changed',
    differing({ changelog: Type.String(), deprecated: Type.Boolean(), deprecation_message: Type.String() }),
  ),
  'version.moderated': version(
    'publisher',
    'a moderator changed its status, the reason, the tags or its advisory',
    differing({ status, status_reason, tags_admin, advisory: LoggedAdvisory }),
  ),
  'version.deleted': version('public', 'a version was deleted', { before: numbered, after: versionStatus }),

  'version.replicated': version('public', 'a version came from another registry, or changed there', {
    after: Type.Object({ node_id, version: number, status }),
  }),

  'package.stored': version('public', 'the package of a version was accepted', {
    after: Type.Object({ sha256: Type.String(), bytes: Type.Integer() }),
  }),
  'package.replicated': version('public', 'a package came from another registry', {
    after: Type.Object({ sha256: Type.String(), bytes: Type.Integer() }),
  }),
  'package.refused': version('publisher', 'a package that came by way of S3 was refused', {
    before: versionStatus,
    after: versionStatus,
  }),

  'app-nodes.stored': version('public', 'a caller stored the app-nodes of a version', {
    after: Type.Object(names),
  }),
  'app-nodes.extracted': version('publisher', 'the app-nodes of a version were read from its package', {
    before: extractStatus,
    after: Type.Object({ ...extractStatus.properties, confidence: Type.Number(), ...names }),
  }),
  'app-nodes.given-up': version('publisher', 'a moderator gave up the job that reads the app-nodes', {
    before: extractStatus,
    after: extractStatus,
  }),
  'app-nodes.asked-again': version('public', 'someone asked to read the app-nodes again', {
    before: extractStatus,
    after: extractStatus,
  }),
  'app-node.updated': appNode(
    'public',
    'the definition of an app-node changed',
    differing(AppNodeDefinition.properties),
  ),

  'publisher.created': publisher('public', 'a publisher was created', {
    after: Type.Object({ id: Type.Optional(id), ...PublisherProfile.properties }),
  }),
  'publisher.updated': publisher(
    'public',
    'the profile of a publisher changed',
    differing(PublisherProfile.properties),
  ),
  'publisher.replicated': publisher('public', 'a publisher came from another registry, or changed there', {
    after: Type.Object({ source: Type.String(), ...PublisherProfile.properties }),
  }),
  'publisher.moderated': publisher('publisher', 'a moderator banned a publisher or lifted the ban', {
    before: publisherStatus,
    after: publisherStatus,
  }),
  'publisher.quotas-set': publisher(
    'publisher',
    'a moderator set quotas of a publisher',
    differing(QuotaMaxima('publisher').properties),
  ),
  'publisher.deleted': publisher('public', 'a publisher was deleted', {}),

  ...memberKinds,

  'token.created': token('publisher', 'an owner created a personal access token, or a CI job got one', {
    after: Type.Object({
      publisher: id,
      maker: id,
      ...TokenRequest.properties,
      actions: Type.Array(Type.Enum([...tokenActions])),
      built_by: Type.Optional(BuiltBy),
    }),
  }),
  'token.revoked': token('publisher', 'a personal access token was revoked', {
    before: Type.Object({ publisher: id }),
  }),

  'trusted-publisher.created': trustedPublisher('publisher', 'an owner let CI jobs publish', {
    after: Type.Object({ publisher: id, maker: id, ...TrustedPublisherRequest.properties }),
  }),
  'trusted-publisher.updated': trustedPublisher(
    'publisher',
    'the numbers of its repository and owner were kept at its first use',
    differing({ repository_id, owner_id }),
  ),
  'trusted-publisher.deleted': trustedPublisher('publisher', 'CI jobs may publish by this rule no longer', {
    before: Type.Object({ publisher: id }),
  }),

  'webhook.created': webhook('publisher', 'an owner or a moderator created a webhook', {
    after: Type.Object({ publisher: Type.Optional(id), ...webhookTerms }),
  }),
  'webhook.updated': webhook(
    'publisher',
    'a webhook was changed, or turned on or off',
    differing({ ...webhookTerms, enabled: Type.Boolean() }),
  ),
  'webhook.secret-rotated': webhook('publisher', 'a webhook got a new secret', {}),
  'webhook.deleted': webhook('publisher', 'a webhook was deleted', {
    before: Type.Object({ publisher: Type.Optional(id), origin: Type.String() }),
  }),

  'user.created': user('moderators', 'a user signed up, or an operator created a moderator', {
    after: Type.Object({ name: Type.String(), isAdmin: Type.Optional(Type.Boolean()) }),
  }),
  'user.moderated': user(
    'moderators',
    'a user was banned, or a ban was lifted, or a moderator was made or unmade',
    differing({ banned: Type.Boolean(), isAdmin: Type.Boolean() }),
  ),
  'user.quotas-set': user(
    'moderators',
    'a moderator set quotas of a user',
    differing(QuotaMaxima('account').properties),
  ),
  'user.password-reset': ofAccount('a password was set by the link in a message, or by an operator'),
  'user.password-reset-requested': ofAccount(
    'someone requested a link to set a new password; no longer written, as its number told whether there is an account',
  ),
  'user.password-changed': ofAccount('a user changed the password'),
  'user.email-verified': ofAccount('a user, or an operator, verified the address of the account'),
  'user.email-lapsed': ofAccount('the address of an account stopped counting, because its domain is gone'),
  'user.password-breached': ofAccount('a password was found in a breach and signs in no longer'),
  'user.email-change-requested': ofAccount('a user requested another address'),
  'user.email-changed': ofAccount('the address of an account changed'),
  'user.identity-linked': user('moderators', 'a user got an identity at an external provider', {
    after: issuer,
  }),
  'user.identity-unlinked': user('moderators', 'a user lost an identity at a provider', { before: issuer }),
  'user.deleted': user('moderators', 'an account was deleted, with what its person can be known by', {}),
  'user.factor-added': user('moderators', 'a user confirmed a second factor', { after: factor }),
  'user.factor-removed': user('moderators', 'a second factor was removed', { before: factor }),
  'user.recovery-codes-renewed': ofAccount('a user made new recovery codes'),
  'user.recovery-code-used': user('moderators', 'a recovery code was used', { after: left }),
  'user.sessions-ended': ofAccount('a user ended sessions of the account'),
  'job.retried': job('moderators', 'a moderator had a job begun anew', { before: jobOf }),
  'job.dropped': job('moderators', 'a moderator gave up a job', { before: jobOf }),
  'report.sent': report('moderators', 'a user reported a node or a version, or replaced the open report', {
    after: Type.Object({ node_id: reportedNode, version: reportedVersion, reason: reportReason }),
  }),
  'report.answered': report('moderators', 'a moderator answered a report', {
    before: reportStatus,
    after: reportStatus,
  }),
  ...proposalKinds,
  'moderator-token.created': user('moderators', 'a moderator created a moderator token', {
    after: Type.Object({ expires_at: Type.String() }),
  }),
} as const satisfies Readonly<Record<string, ChangeDefinition>>;

export type ChangeKind = keyof typeof changeKinds;

/** A change of one kind: its `before` and `after`, and its reason. */
export type ChangeOf<Kind extends ChangeKind> = {
  kind: Kind;
  reason?: string;
} & Type.Static<Type.TObject<(typeof changeKinds)[Kind]['payload']>>;

/** Whether this version knows the kind. A newer version may have written others to the log. */
export const isChangeKind = (kind: string): kind is ChangeKind => Object.hasOwn(changeKinds, kind);

/** The kinds of changes of some resources. */
export const kindsAbout = (...resources: readonly ChangeResource[]): readonly ChangeKind[] =>
  Object.keys(changeKinds)
    .filter(isChangeKind)
    .filter((kind) => resources.includes(changeKinds[kind].resource));
