import type { Endpoints } from '@patchbay/contract';
import { networkOf } from '../../accounts/session-origin.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { presentSession } from '../../present/account.ts';
import { findSessionsOfUser } from '../../store/rows/sessions.ts';
import type { Operation } from '../operation.ts';

export const listSessions: Operation<Endpoints['listSessions']> = async ({ config, store }, { actor }) => {
  const { userId, session: own } = requireSession(actor);
  const sessions = await findSessionsOfUser(store.read, userId);
  return {
    sessions: sessions.map((session) => {
      const { id, sealedNetwork } = session;
      const network = sealedNetwork && networkOf(config.SECRET, id, sealedNetwork);
      return {
        ...presentSession(session),
        current: id === own.id,
        ...(network === undefined ? {} : { network }),
      };
    }),
  };
};
