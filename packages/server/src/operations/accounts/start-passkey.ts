import type { Endpoints } from '@patchbay/contract';
import { creationOptions } from '../../accounts/passkeys.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { knownUser } from '../../authorization/user.ts';
import { findPasskeys } from '../../store/rows/passkeys.ts';
import type { Operation } from '../operation.ts';

export const startPasskey: Operation<Endpoints['startPasskey']> = async (context, { claimed }) => {
  const { read } = context.store;
  const { userId } = requireSession(claimed);
  return creationOptions(context, await knownUser(read, claimed), await findPasskeys(read, userId));
};
