import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  AppNodeDefinition,
  BuiltBy,
  Node,
  NodeMetadata,
  NodeModeration,
  NodeVersionMetadata,
  PublisherProfile,
  VersionDeprecation,
  extractStatuses,
  formats,
  limits,
  type StandIn,
  nodeStatuses,
  isStorable,
  nodeVersionStatuses,
  standIn,
  unclaimedPublisherId,
  quotas,
} from '@patchbay/contract';
import { isNodeId, isPublishableVersion, parseVersion } from '@patchbay/contract/valid-identifiers';
import { RULES } from '@patchbay/inspect/facts';
import { Ajv, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import {
  type NodeReplica,
  type PublisherReplica,
  type VersionReplica,
  ownFields,
} from '../lifecycle/replica/resources.ts';
import { nodeKey } from '../store/rows/nodes.ts';

/** What another registry sent is no resource that this one could hold. The message is a clause that says why. */
export class UnusableError extends Error {}

type Sent = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, TSchema>>;

const ajv = new Ajv({
  strict: false,
  removeAdditional: 'all',
  formats: Object.fromEntries(Object.entries(formats).map(([name, { test }]) => [name, test])),
});
const compiled = new WeakMap<TSchema, ValidateFunction>();

const isValid = (schema: TSchema, value: unknown): boolean => {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate(value);
};

/** Whether a value only stands for one that is missing, for clients that expect one. This registry adds it itself. */
const isStandIn = (schema: TSchema, value: unknown, sent: Sent): boolean => {
  const instead = (schema as { [standIn]?: StandIn })[standIn];
  if (instead === undefined) return false;
  return isDeepStrictEqual(value, 'value' in instead ? instead.value : sent[instead.of]);
};

/** How a registry writes its answers. */
export interface Form {
  /** Whether it adds values that are missing. */
  completes: boolean;
}

/** In the order in which they were sent, the values that this registry would have taken from a caller. */
const pick = (properties: Properties, sent: Sent, { completes }: Form): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([key, given]) => {
      const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
      if (schema !== undefined && completes && isStandIn(schema, given, sent)) return [];
      const value = structuredClone(given);
      return schema !== undefined && value !== null && isValid(schema, value) ? [[key, value]] : [];
    }),
  );

const versionProperties = {
  ...NodeVersionMetadata.properties,
  ...VersionDeprecation.properties,
  built_by: BuiltBy,
};

const nodeProperties = { ...NodeMetadata.properties, trusted_only: Node.properties.trusted_only };

const isObject = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const requireObject = (value: unknown, what: string): Sent => {
  if (!isObject(value)) throw new UnusableError(`${what} is no object`);
  return value;
};

/** A text that a database can hold; empty for all else. */
const textOf = (value: unknown): string => (typeof value === 'string' && isStorable(value) ? value : '');

/** An address as a publisher could have named it; undefined for all else. */
const addressOf = (value: unknown): string | undefined => {
  const text = textOf(value);
  return text.length <= limits.urlCharsMax && /^https?:\/\//i.test(text) && URL.canParse(text)
    ? text
    : undefined;
};

/** Sums of as many as a registry has nodes are exact. */
const countMax = 2 ** 40;

const countOf = (value: unknown): number =>
  Number.isInteger(value) && (value as number) > 0 ? Math.min(value as number, countMax) : 0;

/** In the form in which all times are kept; the beginning of time for what is none, or of a year without four digits. */
const timeOf = (value: unknown): string => {
  const time = new Date(textOf(value));
  const year = time.getUTCFullYear();
  return (year >= 0 && year <= 9_999 ? time : new Date(0)).toISOString();
};

const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((known) => known === value);

/** Other registries have ids that this one would not assign. They must only fit into an address. */
const publisherIdPattern = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?$/;

const readPublisher = (value: unknown, form: Form): PublisherReplica => {
  // The reference registry has nodes whose publisher it does not tell.
  const sent = isObject(value) ? value : { id: unclaimedPublisherId };
  const id = textOf(sent['id']);
  if (!publisherIdPattern.test(id)) throw new UnusableError(`"${id.slice(0, 100)}" is no id of a publisher`);
  return {
    id,
    profile: pick(PublisherProfile.properties, sent, form),
    createdAt: timeOf(sent['createdAt']),
  };
};

const isOwnField = (key: string): boolean => (ownFields as readonly string[]).includes(key);

/** A node as a registry sent it. Throws UnusableError. */
export const readNode = (value: unknown, form: Form): NodeReplica => {
  const sent = requireObject(value, 'a node');
  const id = textOf(sent['id']);
  if (!isNodeId(id)) throw new UnusableError(`"${id.slice(0, 100)}" is no id of a node`);
  const status = oneOf(nodeStatuses, sent['status']) ?? 'NodeStatusActive';
  const moderation = Object.fromEntries(
    Object.entries(pick(NodeModeration.properties, sent, form)).filter(([key]) => !isOwnField(key)),
  );
  const { rating } = sent;
  const node = {
    id,
    publisher: readPublisher(sent['publisher'], form),
    metadata: pick(nodeProperties, sent, form),
    moderation,
    status,
    createdAt: timeOf(sent['created_at']),
    updatedAt: sent['updated_at'] === undefined ? undefined : timeOf(sent['updated_at']),
    formerIds: formerIdsOf(sent['former_ids']),
    upstream: addressOf(sent['upstream']),
  };
  const counts = { downloads: countOf(sent['downloads']), rating: isStars(rating) ? rating : undefined };
  // Of the latest version, too, so that a publish is noticed.
  const digest = createHash('sha256').update(JSON.stringify([node, counts, sent['latest_version']]));
  return { ...node, ...counts, digest: digest.digest('base64url') };
};

const isStars = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value <= starsMax;

const formerIdsOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((id) => typeof id === 'string' && isNodeId(id)).slice(0, quotas.ids.max)
    : [];

/** What changes of a registry's feed tell: each node by its id, the numbers of its versions, and its former ids. */
export const readChanges = (changes: readonly unknown[]) => {
  const ids = new Map<string, string>();
  const touched = new Map<string, Set<string>>();
  const formerIds = new Map<string, readonly string[]>();
  for (const change of changes) {
    const { node_id: id, version, node, former_ids: former } = isObject(change) ? change : {};
    if (typeof id !== 'string') continue;
    const key = nodeKey(id);
    ids.set(key, id);
    if (typeof version === 'string') touched.set(key, (touched.get(key) ?? new Set()).add(version));
    else formerIds.set(key, formerIdsOf(isObject(node) ? node['former_ids'] : former));
  }
  return { nodes: [...ids.values()], touched, formerIds };
};

const starsMax = 5;

const idPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const sha256Pattern = /^[\da-f]{64}$/;

/** A version as a registry sent it, without its app-nodes. Throws UnusableError. */
export const readVersion = (value: unknown, form: Form): Omit<VersionReplica, 'appNodes'> => {
  const sent = requireObject(value, 'a version');
  const number = textOf(sent['version']);
  const version = parseVersion(number);
  if (version === undefined || !isPublishableVersion(version)) {
    throw new UnusableError(`"${number.slice(0, 100)}" is no version`);
  }
  const status = oneOf(nodeVersionStatuses, sent['status']);
  if (status === undefined) throw new UnusableError(`the version ${number} has no status`);
  const [id, sha256, bytes] = [textOf(sent['id']), textOf(sent['package_sha256']), sent['package_bytes']];
  return {
    id: idPattern.test(id) ? id : undefined,
    version,
    metadata: pick(versionProperties, sent, form),
    deprecated: sent['deprecated'] === true,
    status,
    extractStatus: oneOf(extractStatuses, sent['app_node_extract_status']) ?? 'unsupported',
    createdAt: timeOf(sent['createdAt']),
    found: foundOf(sent['notices']),
    package: sha256Pattern.test(sha256) && countOf(bytes) > 0 ? { sha256, bytes: countOf(bytes) } : undefined,
    url: textOf(sent['downloadUrl']) || undefined,
  };
};

const ruleOfNotice: ReadonlyMap<unknown, string> = new Map(
  Object.entries(RULES).flatMap(([rule, { notice }]) => (notice === undefined ? [] : [[notice, rule]])),
);

/** The rules whose notices a version has, once each. */
const foundOf = (notices: unknown): Record<string, number> =>
  Object.fromEntries(
    (Array.isArray(notices) ? notices : []).flatMap((notice) => {
      const rule = ruleOfNotice.get(notice);
      return rule === undefined ? [] : [[rule, 1]];
    }),
  );

/** An app-node with its name as a registry sent it; undefined for one that this registry could not hold. */
export const readAppNode = (value: unknown): [string, AppNodeDefinition] | undefined => {
  if (!isObject(value)) return undefined;
  const name = textOf(value['app_node_name']);
  if (name === '' || name.length > limits.appNodeNameCharsMax || /\p{Cc}|\p{Cs}/u.test(name))
    return undefined;
  const definition: AppNodeDefinition = pick(AppNodeDefinition.properties, value, { completes: false });
  // Every answer has this one, whether it was ever set or not.
  if (definition.policy === 'AppNodePolicyActive') delete definition.policy;
  return [name, definition];
};
