import { ApiError } from '../errors.ts';
import { type MemberRecord, findMembers } from '../store/rows/members.ts';
import type { Reader } from '../store/store.ts';

/** The reason for ending a token whose maker is no longer an owner. */
export const noOwner = 'its maker is no longer an owner of the publisher';

/** Throws `illegal_transition` if the publisher would have no owner without this member. */
export const requireAnotherOwner = async (
  read: Reader,
  publisherId: string,
  leaving: MemberRecord | undefined,
): Promise<void> => {
  if (leaving?.role !== 'owner') return;
  const members = await findMembers(read, publisherId);
  if (!members.some(({ id, role }) => role === 'owner' && id !== leaving.id)) {
    throw new ApiError(
      'illegal_transition',
      'A publisher must have an owner. Make another member an owner first.',
    );
  }
};
