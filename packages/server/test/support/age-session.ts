import { tokenDigest } from '../../src/accounts/tokens.ts';
import type { Client } from './client.ts';
import { minutes } from './clock.ts';
import type { TestServer } from './start-server.ts';

interface Age {
  /** Since it began. */
  beganAgo?: number;
  /** Since its person proved who they are. */
  signedInAgo?: number;
  /** Since it was last used. */
  usedAgo?: number;
}

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

/** Lets so many milliseconds pass for a session. The accounts library dates sessions by the machine's clock. */
export const ageSession = async (
  { server: { context } }: Pick<TestServer, 'server'>,
  { bearer = '' }: Pick<Client, 'bearer'>,
  { beganAgo, signedInAgo, usedAgo }: Age,
): Promise<void> => {
  const token = tokenDigest(bearer);
  await context.store.write({ actor: 'server' }, async ({ db }) => {
    const { id } = await db
      .selectFrom('session')
      .select('id')
      .where('token', '=', token)
      .executeTakeFirstOrThrow();
    if (beganAgo !== undefined) {
      await db
        .updateTable('session')
        .set({ createdAt: ago(beganAgo) })
        .where('id', '=', id)
        .execute();
    }
    const facts = {
      ...(signedInAgo === undefined ? {} : { signed_in_at: ago(signedInAgo) }),
      ...(usedAgo === undefined ? {} : { last_used_at: ago(usedAgo) }),
    };
    if (Object.keys(facts).length > 0) {
      await db.updateTable('session_facts').set(facts).where('session_id', '=', id).execute();
    }
  });
};

/** Makes the sign-in of a session one that is no longer recent. */
export const makeStale = (
  server: Pick<TestServer, 'server'>,
  client: Pick<Client, 'bearer'>,
): Promise<void> => ageSession(server, client, { signedInAgo: minutes(31) });
