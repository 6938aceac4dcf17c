import { limits } from '@patchbay/contract';
import type { Context } from '../context.ts';
import { isOwnerAnywhere } from '../store/rows/second-factors.ts';
import type { Actor } from './rights.ts';

/** Whether a user needs a second factor for what cannot be undone. */
export const needsSecondFactor = async (
  { config, store }: Pick<Context, 'config' | 'store'>,
  { userId, isModerator }: Pick<Extract<Actor, { kind: 'user' }>, 'userId' | 'isModerator'>,
): Promise<boolean> => {
  switch (config.SECOND_FACTOR) {
    case 'off':
      return false;
    case 'popular':
      return isOwnerAnywhere(store.read, userId, limits.popularDownloadsMin);
    case 'required':
      return isModerator || isOwnerAnywhere(store.read, userId, undefined);
  }
};
