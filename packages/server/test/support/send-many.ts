import type { Reply } from './client.ts';

/** Sends this many requests, so many at a time, and counts their answers by status. */
export const sendMany = async (
  count: number,
  send: (index: number) => Promise<Reply>,
  atOnce = 16,
): Promise<Map<number, number>> => {
  const statuses = new Map<number, number>();
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const { status } = await send((next += 1));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return statuses;
};
