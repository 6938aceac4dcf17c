import type { Reader } from '../../store/store.ts';

/** The number of the last change of both logs. Throws unless both logs contain every number up to it. */
export const assertSameLog = async (source: Reader, target: Reader): Promise<number> => {
  const [expected, found] = [await measureLog(source), await measureLog(target)];
  const isWhole = [expected, found].every(({ count, last }) => count === last && last === expected.last);
  if (isWhole) return expected.last;
  throw new Error(
    `the logs are not the same: ${expected.count} changes up to ${expected.last}, and ${found.count} up to ${found.last}`,
  );
};

const measureLog = async (read: Reader): Promise<{ count: number; last: number }> => {
  const { count, last } = await read
    .selectFrom('changes')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('seq').as('last')])
    .executeTakeFirstOrThrow();
  return { count, last: last ?? 0 };
};
