import { presentAccountExport } from '../../present/account-export.ts';
import { findUser } from '../../store/rows/users.ts';
import type { CommandContext } from '../command-context.ts';
import { onStore } from './on-store.ts';
import { requireUser } from './require-user.ts';

export const run = (context: CommandContext, { user: id }: { user: string }): Promise<boolean> =>
  onStore(context, async (store) => {
    const user = requireUser(await findUser(store.read, id), id);
    const { OIDC_ISSUER: issuer } = context.environment;
    const known = await presentAccountExport(store.read, user, { now: new Date().toISOString(), issuer });
    return JSON.stringify(known, null, 2);
  });
