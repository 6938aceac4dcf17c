import type { Endpoints } from '@patchbay/contract';
import { networkOf } from '../../accounts/session-origin.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { endOfSession, findSessionsOfUser } from '../../store/rows/sessions.ts';
import type { Operation } from '../operation.ts';

export const listSessions: Operation<Endpoints['listSessions']> = async ({ config, store }, { actor }) => {
  const { userId, session: own } = requireSession(actor);
  const sessions = await findSessionsOfUser(store.read, userId);
  return {
    sessions: sessions.map((session) => {
      const { id, device, sealedNetwork, createdAt, lastUsedAt = createdAt, signedInAt } = session;
      const network = sealedNetwork && networkOf(config.SECRET, id, sealedNetwork);
      return {
        id,
        current: id === own.id,
        ...(device === undefined ? {} : { device }),
        ...(network === undefined ? {} : { network }),
        created_at: createdAt.toISOString(),
        last_used_at: lastUsedAt.toISOString(),
        signed_in_at: signedInAt.toISOString(),
        expires_at: endOfSession(session).toISOString(),
      };
    }),
  };
};
