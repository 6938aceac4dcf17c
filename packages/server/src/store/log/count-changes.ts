import { longRead } from '../long-read.ts';
import type { Reader } from '../store.ts';
import { findLastSeq } from './changes.ts';

interface Counts {
  /** From when they are complete. */
  since: string;
  counts: { day: string; action: string; count: number }[];
}

/** The changes since a time, counted by day and kind, of the last `among` ones. */
export const countChanges = async (
  read: Reader,
  { since, among }: { since: string; among: number },
): Promise<Counts> => {
  const before = (await findLastSeq(read)) - among;
  const counting = read
    .selectFrom('changes')
    .select((eb) => [
      eb.fn<string>('substr', ['at', eb.lit(1), eb.lit(10)]).as('day'),
      'action',
      eb.fn.countAll<number>().as('count'),
    ])
    .where('seq', '>', before)
    .where('at', '>=', since)
    .groupBy(['day', 'action'])
    .orderBy('day')
    .orderBy('action');
  const [cut, counts] = await Promise.all([
    read.selectFrom('changes').select('at').where('seq', '=', before).executeTakeFirst(),
    longRead(counting, among).execute(),
  ]);
  return { since: cut !== undefined && cut.at > since ? cut.at : since, counts };
};
