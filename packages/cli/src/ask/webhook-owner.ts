import type { Call } from '../call.ts';
import type { Connection } from '../connect.ts';
import { choosePublisher } from './choose-publisher.ts';

/** Whose webhooks a command is about. */
export interface OwnerFlags {
  readonly publisher?: string;
  readonly moderator: boolean;
}

/** The flag for webhooks of moderators. */
export const moderatorFlag = {
  kind: 'boolean',
  brief: 'Webhooks for events of the whole registry, which moderators have',
  default: false,
  withNegated: false,
} as const;

/** The id of a publisher, or undefined for moderators. */
export const chooseOwner = async (
  call: Call,
  signedIn: Connection,
  { publisher, moderator }: OwnerFlags,
): Promise<string | undefined> => (moderator ? undefined : choosePublisher(call, signedIn, publisher));
