import type { Reader } from '../../store/store.ts';

/** What distinguishes a registry from every other one: its first change, which never changes. Undefined without any. */
export const findRegistry = async (read: Reader): Promise<string | undefined> => {
  const first = await read
    .selectFrom('changes')
    .select(['at', 'subject'])
    .where('seq', '=', 1)
    .executeTakeFirst();
  return first && `${first.at} ${first.subject}`;
};
