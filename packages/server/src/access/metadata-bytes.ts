import {
  type AppNodeDefinition,
  type NodeMetadata,
  type NodeModeration,
  type NodeVersionMetadata,
  limits,
} from '@patchbay/contract';
import { ApiError } from '../errors.ts';
import { bytesAsJson } from '../policy/bytes-as-json.ts';

/** Throws `invalid_request` when what a node would hold after a write is over its bounds. */
export const demandNodeBytes = ({ translations, ...metadata }: NodeMetadata, path: string): void => {
  demandBytes(metadata, limits.nodeMetadataBytesMax, path, 'The metadata of the node');
  demandTranslationsBytes(translations, `${path}/translations`);
};

/** As `demandNodeBytes`, for its translations alone. */
export const demandTranslationsBytes = (translations: NodeMetadata['translations'], path: string): void =>
  demandBytes(translations, limits.translationsBytesMax, path, 'All translations of the node');

/** As `demandNodeBytes`, for what moderators say of a node. */
export const demandModerationBytes = (moderation: NodeModeration): void =>
  demandBytes(moderation, limits.nodeMetadataBytesMax, '', 'What moderators say of the node');

/** As `demandNodeBytes`, for what a version would hold. */
export const demandVersionBytes = (metadata: NodeVersionMetadata, path: string): void =>
  demandBytes(metadata, limits.versionMetadataBytesMax, path, 'The metadata of the version');

/** As `demandNodeBytes`, for what one app-node would hold. */
export const demandAppNodeBytes = (definition: AppNodeDefinition, path: string): void =>
  demandBytes(definition, limits.appNodeBytesMax, path, 'The app-node');

/** Throws `invalid_request` when all app-nodes of a version together are over their bound. */
export const demandAppNodesBytes = (bytes: number, path: string): void =>
  refuseOver(bytes, limits.appNodesBytesMax, path, 'All app-nodes of the version');

const demandBytes = (value: unknown, bytesMax: number, path: string, what: string): void =>
  refuseOver(bytesAsJson(value), bytesMax, path, what);

const refuseOver = (bytes: number, bytesMax: number, path: string, what: string): void => {
  if (bytes <= bytesMax) return;
  throw new ApiError(
    'invalid_request',
    `${what} would take ${bytes} bytes as JSON in UTF-8; shorten it to ${bytesMax}.`,
    { details: [{ path, message: `must be at most ${bytesMax} bytes as JSON` }] },
  );
};
