import { resetPassword as reset } from '../../accounts/moderators.ts';
import { tellAccount } from '../../accounts/tell.ts';
import { ApiError } from '../../errors.ts';
import { linkOnce } from '../../lifecycle/identity.ts';
import { deleteAccount as remove, removeFactors, verifyAddress as verify } from '../../lifecycle/user.ts';
import { presentAccountExport } from '../../present/account-export.ts';
import { endSessions } from '../../store/rows/sessions.ts';
import { findUser } from '../../store/rows/users.ts';
import type { CommandContext } from '../command.ts';
import { ArgumentsError, UsageError } from '../exit-on-failure.ts';
import {
  type Named,
  describeUser,
  namedUser,
  onStore,
  operator,
  readPassword,
  requireOneName,
  requireUser,
} from './common.ts';

export const verifyAddress = (context: CommandContext, { user: id }: { user: string }): Promise<boolean> =>
  onStore(context, async (store) => {
    const user = requireUser(await verify(store, operator, id), id);
    return `The address of ${describeUser(user)} is verified.`;
  });

export const removeSecondFactor = async (context: CommandContext, named: Named): Promise<boolean> => {
  requireOneName(named);
  return onStore(context, async (store, config) => {
    const user = await namedUser(store, named);
    return store.write(operator, async (tx) => {
      const removed = await removeFactors(tx, user.id);
      if (removed.length === 0) return `${describeUser(user)} has no second factor.`;
      await endSessions(tx, user.id);
      for (const factor of removed) {
        const event = factor === 'totp' ? 'factor-removed' : 'passkey-removed';
        await tellAccount(tx, { config, publicUrl: () => config.PUBLIC_URL }, user.id, event);
      }
      return `${describeUser(user)} has no second factor now, and all their sessions ended.`;
    });
  });
};

export const resetPassword = async (context: CommandContext, named: Named): Promise<boolean> => {
  requireOneName(named);
  const password = await readPassword(context, 'NEW_PASSWORD');
  return onStore(context, async (store, { PUBLIC_URL }) => {
    const { id } = await namedUser(store, named);
    const user = requireUser(await reset(store, operator, id, password, PUBLIC_URL), id);
    return `${describeUser(user)} has the new password, and all their sessions ended.`;
  });
};

export const linkIdentity = async (
  context: CommandContext,
  {
    subject,
    issuer = context.environment['OIDC_ISSUER'] ?? '',
    ...named
  }: Named & { subject: string; issuer?: string },
): Promise<boolean> => {
  requireOneName(named);
  if (!URL.canParse(issuer)) {
    throw new ArgumentsError('Give the URL of the provider by --issuer or OIDC_ISSUER.');
  }
  return onStore(context, async (store, config) => {
    const user = await namedUser(store, named);
    await store
      .write(operator, async (tx) => {
        if (!(await linkOnce(tx, user.id, { issuer, subject }))) return;
        await tellAccount(tx, { config, publicUrl: () => config.PUBLIC_URL }, user.id, 'identity-linked');
      })
      .catch(asUsageError);
    return `${JSON.stringify(subject)} at ${issuer} signs in as ${describeUser(user)}.`;
  });
};

export const exportAccount = (context: CommandContext, { user: id }: { user: string }): Promise<boolean> =>
  onStore(context, async (store, { EMAIL_VERIFICATION }) => {
    const user = requireUser(await findUser(store.read, id), id);
    const { OIDC_ISSUER: issuer } = context.environment;
    const isAddressProven = user.isEmailVerified || EMAIL_VERIFICATION === 'off';
    const now = new Date().toISOString();
    const known = await presentAccountExport(store.read, user, { now, issuer, isAddressProven });
    return JSON.stringify(known, null, 2);
  });

export const deleteAccount = (context: CommandContext, { user: id }: { user: string }): Promise<boolean> =>
  onStore(context, async (store) => {
    const deleted = await store
      .write(operator, async (tx) => {
        const user = requireUser(await findUser(tx.db, id), id);
        await remove(tx, user);
        return user;
      })
      .catch(asUsageError);
    return `Deleted the account ${describeUser(deleted)}.`;
  });

const asUsageError = (error: unknown): never => {
  throw error instanceof ApiError ? new UsageError(error.message, { cause: error }) : error;
};
