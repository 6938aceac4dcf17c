import type { Session } from '@patchbay/contract';
import { type ListedSession, endOfSession } from '../store/rows/sessions.ts';

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
