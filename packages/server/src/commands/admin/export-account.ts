import { presentAccountExport } from '../../present/account-export.ts';
import { findUser } from '../../store/rows/users.ts';
import type { CommandContext } from '../command-context.ts';
import { onStore } from './on-store.ts';
import { requireUser } from './require-user.ts';

export const run = (context: CommandContext, { user: id }: { user: string }): Promise<boolean> =>
  onStore(context, async (store) => {
    const user = requireUser(await findUser(store.read, id), id);
    return JSON.stringify(await presentAccountExport(store.read, user, new Date().toISOString()), null, 2);
  });
