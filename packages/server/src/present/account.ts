import type {
  Account,
  AccountExport,
  Identity,
  ManagedUser,
  Passkey,
  Session,
  User,
} from '@patchbay/contract';
import type { UserRecord } from '../store/rows/users.ts';
import type { IdentityRecord } from '../store/rows/identities.ts';
import type { PasskeyRecord } from '../store/rows/passkeys.ts';
import { countRecoveryCodes, findTotp } from '../store/rows/second-factors.ts';
import type { ReadConnection } from '../store/store.ts';
import { type ListedSession, endOfSession } from '../store/rows/sessions.ts';

export const presentUser = ({ id, name, email, isModerator, isBanned }: UserRecord): User => ({
  id,
  name,
  email,
  isAdmin: isModerator,
  isApproved: !isBanned,
});

export const presentAccount = ({ id, name, email, createdAt }: UserRecord): Account => ({
  id,
  name,
  email,
  createdAt,
});

export const presentManagedUser = (user: UserRecord): ManagedUser => ({
  ...presentUser(user),
  createdAt: user.createdAt,
  banned: user.isBanned,
  ...(user.banReason === null ? {} : { banReason: user.banReason }),
});

/** An identity. `usable` is the issuer of the provider that users sign in with now. */
export const presentIdentity = (
  { id, issuer, subject, createdAt, lastUsedAt }: IdentityRecord,
  usable: string | undefined,
): Identity => ({
  id,
  issuer,
  subject,
  is_usable: issuer === usable,
  created_at: createdAt,
  last_used_at: lastUsedAt,
});

export const presentPasskey = ({ id, name, created_at, last_used_at }: PasskeyRecord): Passkey => ({
  id,
  name,
  created_at,
  ...(last_used_at === null ? {} : { last_used_at }),
});

/** What an account has besides its password, without secrets. */
export const presentFactor = async (
  read: ReadConnection,
  userId: string,
): Promise<AccountExport['second_factor']> => {
  const totp = await findTotp(read, userId);
  return {
    ...(totp === undefined || totp.confirmed_at === null
      ? {}
      : { totp: { confirmed_at: totp.confirmed_at } }),
    recovery_codes_left: await countRecoveryCodes(read, userId),
  };
};

/** What is known of a session but where it began, which is sealed. */
export const presentSession = (session: ListedSession): Omit<Session, 'current' | 'network'> => {
  const { id, device, createdAt, lastUsedAt = createdAt, signedInAt } = session;
  return {
    id,
    ...(device === undefined ? {} : { device }),
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
    signed_in_at: signedInAt.toISOString(),
    expires_at: endOfSession(session).toISOString(),
  };
};
