import type { Endpoints } from '@patchbay/contract';
import { creationOptions } from '../../accounts/passkeys.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { unauthenticated } from '../../errors.ts';
import { findPasskeys } from '../../store/rows/passkeys.ts';
import { findUser } from '../../store/rows/users.ts';
import type { Operation } from '../operation.ts';

export const startPasskey: Operation<Endpoints['startPasskey']> = async (context, { claimed }) => {
  const { read } = context.store;
  const { userId } = requireSession(claimed);
  const user = await findUser(read, userId);
  if (user === undefined) throw unauthenticated('the user is gone');
  return creationOptions(context, user, await findPasskeys(read, userId));
};
