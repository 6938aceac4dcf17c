import { getPublisherUsage } from '@patchbay/client';
import { AccountNav } from '../../components/account-nav.tsx';
import { UsageTable } from '../../components/usage-table.tsx';
import { page } from '../../page.ts';
import { loadPublisher } from './load-publisher.ts';

/** How much of its quotas a publisher uses. */
export const usagePage = page({
  path: '/account/publishers/:publisherId/usage',
  audience: 'person',
  show: async (visit) => {
    const { publisherId = '' } = visit.params;
    const { isOwner } = await loadPublisher(visit);
    const usage = await getPublisherUsage(visit.client, { publisherId });
    return {
      title: 'Usage',
      body: (
        <>
          <AccountNav publisher={{ id: publisherId, isOwner }} />
          <section>
            <h1>Usage</h1>
            <p class="lead">A write over a quota is refused and changes nothing. Moderators can raise one.</p>
            <UsageTable usage={usage} />
          </section>
        </>
      ),
    };
  },
});
