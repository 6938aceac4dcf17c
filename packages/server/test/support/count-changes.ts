import type { TestServer } from './start-server.ts';

/** How many changes the log holds: after a refusal, as many as before. */
export const countChanges = async ({ server }: TestServer): Promise<number> => {
  const { rows } = await server.context.store.read
    .selectFrom('changes')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return rows;
};
