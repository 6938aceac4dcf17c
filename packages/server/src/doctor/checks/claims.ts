import { claimAppNodeNames, findUnclaimedNames } from '../../store/rows/app-node-names.ts';
import { findVersionById } from '../../store/rows/versions.ts';
import { type Check, soughtMax } from '../check.ts';

const prefix = 'version:';

export const claims: Check = {
  name: 'claims',
  promise: 'Every app-node name of an Active version is claimed by its node.',
  reads: 'rows',
  async *find({ read }) {
    const byVersion = Map.groupBy(await findUnclaimedNames(read, soughtMax), ({ versionId }) => versionId);
    for (const [versionId, names] of byVersion) {
      const list = names.map(({ name }) => JSON.stringify(name)).join(', ');
      yield { subject: prefix + versionId, message: `Its node has no claim to ${list}.` };
    }
  },
  async repair({ store }, subject) {
    await store.write({ actor: 'operator' }, async (tx) => {
      const version = await findVersionById(tx.db, subject.slice(prefix.length));
      if (version !== undefined) await claimAppNodeNames(tx, version);
    });
    return 'claimed its names from now on';
  },
};
