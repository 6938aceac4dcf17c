import {
  type AppNodeDefinition,
  type NodeMetadata,
  type NodeModeration,
  type NodeVersionMetadata,
  limits,
} from '@patchbay/contract';
import { invalidValue } from '../errors.ts';

/** Throws `invalid_request` if the node's metadata would exceed its limits after the write. */
export const requireNodeBytes = ({ translations, ...metadata }: NodeMetadata, path: string): void => {
  requireBytes(metadata, limits.nodeMetadataBytesMax, path, 'The metadata of the node');
  requireTranslationsBytes(translations, `${path}/translations`);
};

/** As `requireNodeBytes`, for its translations alone. */
export const requireTranslationsBytes = (translations: NodeMetadata['translations'], path: string): void =>
  requireBytes(translations, limits.translationsBytesMax, path, 'All translations of the node');

/** As `requireNodeBytes`, for the fields of moderators. */
export const requireModerationBytes = (moderation: NodeModeration): void =>
  requireBytes(moderation, limits.nodeMetadataBytesMax, '', 'What moderators say of the node');

/** As `requireNodeBytes`, for a version. */
export const requireVersionBytes = (metadata: NodeVersionMetadata, path: string): void =>
  requireBytes(metadata, limits.versionMetadataBytesMax, path, 'The metadata of the version');

/** As `requireNodeBytes`, for one app-node. */
export const requireAppNodeBytes = (definition: AppNodeDefinition, path: string): void =>
  requireBytes(definition, limits.appNodeBytesMax, path, 'The app-node');

/** Throws `invalid_request` if the app-nodes of a version together exceed their limit. */
export const requireAppNodesBytes = (bytes: number, path: string): void =>
  refuseOver(bytes, limits.appNodesBytesMax, path, 'All app-nodes of the version');

const requireBytes = (value: unknown, bytesMax: number, path: string, what: string): void =>
  refuseOver(bytesAsJson(value), bytesMax, path, what);

const refuseOver = (bytes: number, bytesMax: number, path: string, what: string): void => {
  if (bytes <= bytesMax) return;
  throw invalidValue(
    path,
    `${what} would take ${bytes} bytes as JSON in UTF-8. Shorten it to at most ${bytesMax} bytes.`,
    `must be at most ${bytesMax} bytes as JSON`,
  );
};

/** What app-nodes take: their names, and their definitions as JSON. */
export const definitionBytes = (definitions: Iterable<readonly [string, AppNodeDefinition]>): number => {
  let bytes = 0;
  for (const [name, definition] of definitions) bytes += Buffer.byteLength(name) + bytesAsJson(definition);
  return bytes;
};

/** How many bytes a value takes as JSON in UTF-8; 0 when there is none. */
export const bytesAsJson = (value: unknown): number =>
  value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
