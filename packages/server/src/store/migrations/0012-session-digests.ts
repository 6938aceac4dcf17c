import { createHash } from 'node:crypto';
import type { Step } from './step.ts';

const rowsAtOnce = 1_000;

/** Sessions were stored under their tokens. From here on they are under the SHA-256 of them, and go on. */
export const sessionDigests: Step = async (db, _columns, engine) => {
  const digest = (token: string) => createHash('sha256').update(token).digest('hex');
  let after = '';
  for (;;) {
    const sessions = await db
      .selectFrom('session')
      .select(['id', 'token'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute();
    const last = sessions.at(-1);
    if (last === undefined) return;
    const digests = engine.pairs(sessions.map(({ id, token }) => [id, digest(token)] as const));
    await db
      .updateTable('session')
      .from(digests.as('digests'))
      .set((eb) => ({ token: eb.ref('digests.second') }))
      .whereRef('session.id', '=', 'digests.first')
      .execute();
    after = last.id;
  }
};
