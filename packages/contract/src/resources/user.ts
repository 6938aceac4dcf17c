import { Type } from 'typebox';
import { Timestamp } from '../text.ts';

export const User = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  isAdmin: Type.Boolean({ description: 'Whether the user is a moderator' }),
  isApproved: Type.Boolean({ description: 'Whether the user may use the registry: true unless banned' }),
});
export type User = Type.Static<typeof User>;

/** A user as moderators see one. */
export const ManagedUser = Type.Object({
  ...User.properties,
  createdAt: Timestamp('When the user signed up'),
  banned: Type.Boolean(),
  banReason: Type.Optional(Type.String()),
});
export type ManagedUser = Type.Static<typeof ManagedUser>;
