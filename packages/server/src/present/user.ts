import type { ManagedUser, User } from '@patchbay/contract';
import type { UserRecord } from '../store/rows/users.ts';

export const presentUser = ({ id, name, email, isModerator, isBanned }: UserRecord): User => ({
  id,
  name,
  email,
  isAdmin: isModerator,
  isApproved: !isBanned,
});

export const presentManagedUser = (user: UserRecord): ManagedUser => ({
  ...presentUser(user),
  createdAt: user.createdAt,
  banned: user.isBanned,
  ...(user.banReason === null ? {} : { banReason: user.banReason }),
});
