import { setModerator } from '../../lifecycle/user.ts';
import { findModerators } from '../../store/rows/users.ts';
import type { CommandContext } from '../command-context.ts';
import { describeUser } from './describe-user.ts';
import { onStore } from './on-store.ts';
import { operator } from './operator.ts';
import { requireUser } from './require-user.ts';

export const run = (context: CommandContext, { user: id }: { user: string }): Promise<boolean> =>
  onStore(context, async (store) => {
    const user = requireUser(await setModerator(store, operator, id, false), id);
    const done = `${describeUser(user)} is no moderator now.`;
    const isAnyLeft = (await findModerators(store.read, 1)).length > 0;
    return isAnyLeft ? done : `${done} The registry has no moderator left; create or promote one.`;
  });
