import { ApiError } from '../../errors.ts';
import { tellAccount } from '../../accounts/tell-account.ts';
import { linkOnce } from '../../lifecycle/identity.ts';
import { findUser } from '../../store/rows/users.ts';
import type { CommandContext } from '../command-context.ts';
import { ArgumentsError, UsageError } from '../exit-on-failure.ts';
import { describeUser } from './describe-user.ts';
import { onStore } from './on-store.ts';
import { operator } from './operator.ts';
import { requireUser, requireUserByEmail } from './require-user.ts';

interface Flags {
  user?: string;
  email?: string;
  subject: string;
  issuer?: string;
}

export const run = (
  context: CommandContext,
  { user: id, email, subject, issuer = context.environment['OIDC_ISSUER'] ?? '' }: Flags,
): Promise<boolean> => {
  if ((id === undefined) === (email === undefined)) {
    throw new ArgumentsError('Give either --user or --email.');
  }
  if (!URL.canParse(issuer))
    throw new ArgumentsError('Give the URL of the provider by --issuer or OIDC_ISSUER.');
  return onStore(context, async (store, config) => {
    const userId = id ?? (await requireUserByEmail(store, email ?? '')).id;
    const user = requireUser(await findUser(store.read, userId), userId);
    await store
      .write(operator, async (tx) => {
        if (!(await linkOnce(tx, userId, { issuer, subject }))) return;
        await tellAccount(tx, { config, publicUrl: () => config.PUBLIC_URL }, userId, 'identity-linked');
      })
      .catch(asUsageError);
    return `${JSON.stringify(subject)} at ${issuer} signs in as ${describeUser(user)}.`;
  });
};

const asUsageError = (error: unknown): never => {
  throw error instanceof ApiError ? new UsageError(error.message, { cause: error }) : error;
};
