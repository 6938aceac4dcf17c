import type { Account, ManagedUser, User } from '@patchbay/contract';
import type { UserRecord } from '../store/rows/users.ts';

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
