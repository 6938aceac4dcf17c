import { limits } from '@patchbay/contract';
import type { Context } from '../context.ts';
import { isOwnerAnywhere } from '../store/rows/second-factors.ts';
import type { Actor } from './rights.ts';

type Tools = Pick<Context, 'config' | 'store'>;
type User = Pick<Extract<Actor, { kind: 'user' }>, 'userId' | 'isModerator'>;

/** Whether a setting that asks more of some accounts means this user. */
const isMeant = async (
  level: Context['config']['SECOND_FACTOR'],
  { store }: Tools,
  { userId, isModerator }: User,
): Promise<boolean> => {
  switch (level) {
    case 'off':
      return false;
    case 'popular':
      return isOwnerAnywhere(store.read, userId, limits.popularDownloadsMin);
    case 'required':
      return isModerator || isOwnerAnywhere(store.read, userId, undefined);
    case 'everyone':
      return true;
  }
};

/** Whether a user needs a second factor for what cannot be undone. */
export const needsSecondFactor = (tools: Tools, user: User): Promise<boolean> =>
  isMeant(tools.config.SECOND_FACTOR, tools, user);

/** Whether a user needs a passkey for what cannot be undone. */
export const needsPasskey = (tools: Tools, user: User): Promise<boolean> =>
  isMeant(tools.config.PASSKEY, tools, user);
