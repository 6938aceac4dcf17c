import { unclaimedPublisherId } from '@patchbay/contract';
import { type Check, soughtMax } from '../check.ts';

/** Who shall own it, a moderator or the operator must decide. */
export const owners: Check = {
  name: 'owners',
  promise: 'Every publisher has an owner.',
  reads: 'rows',
  async *find({ read }) {
    const rows = await read
      .selectFrom('publishers')
      .select('id')
      .where('deleted_at', 'is', null)
      .where('id', '!=', unclaimedPublisherId)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('members')
              .select('members.id')
              .whereRef('members.publisher_id', '=', 'publishers.id')
              .where('members.role', '=', 'owner'),
          ),
        ),
      )
      .limit(soughtMax)
      .execute();
    for (const { id } of rows) {
      yield { subject: `publisher:${id}`, message: 'It has no owner. Restore the member from a backup.' };
    }
  },
};
