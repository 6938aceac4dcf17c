import type { TestServer } from './start-server.ts';

/** How many changes the log holds: after a refusal, as many as before. */
export const countChanges = async ({ server }: TestServer): Promise<number> => {
  const { last } = await server.context.store.read
    .selectFrom('changes')
    // Numbered without gaps, and much cheaper to look up than to count.
    .select((eb) => eb.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
};
