import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Store } from '../store/store.ts';
import { createFirstModerator } from './moderators.ts';
import type { PasswordHasher } from './password-hasher.ts';

/**
 * Creates the moderator of the settings if the registry has none, and logs what it did. It never changes an existing
 * account: anyone may have signed up with the operator's address. The server starts nevertheless, because otherwise
 * that stranger could prevent it.
 */
export const ensureFirstModerator = async (
  store: Store,
  { ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: Config,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  hasher: PasswordHasher,
): Promise<void> => {
  if (email === undefined || password === undefined) return;
  const creation = await createFirstModerator(
    store,
    { actor: 'server' },
    { email, password, name: 'Moderator' },
    hasher,
  );
  switch (creation.outcome) {
    case 'created':
      return log.info({ user: creation.user.id }, 'the moderator of ADMIN_EMAIL was created');
    case 'unneeded':
      return log.info('the registry has a moderator, so ADMIN_EMAIL and ADMIN_PASSWORD changed nothing');
    case 'taken':
      return log.error(
        { user: creation.user.id },
        'the registry has no moderator, and the account with the address of ADMIN_EMAIL was not made one because anyone may have signed up with it; ' +
          'set another ADMIN_EMAIL, or, if the account is yours, run "npm run admin -- promote --user <id>" with the id in this line',
      );
  }
};
