import { verifyAddress } from '../../lifecycle/user.ts';
import type { CommandContext } from '../command-context.ts';
import { describeUser } from './describe-user.ts';
import { onStore } from './on-store.ts';
import { operator } from './operator.ts';
import { requireUser } from './require-user.ts';

export const run = (context: CommandContext, { user: id }: { user: string }): Promise<boolean> =>
  onStore(context, async (store) => {
    const user = requireUser(await verifyAddress(store, operator, id), id);
    return `The address of ${describeUser(user)} is verified.`;
  });
