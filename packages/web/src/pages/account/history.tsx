import { type Client, type PublisherChange, listPublisherChanges } from '@patchbay/client';
import { AccountNav } from '../../components/account-nav.tsx';
import { formatMoment } from '../../format.ts';
import { page } from '../../page.ts';
import { readNumber } from '../../read-number.ts';
import { useHref } from '../../visit.ts';
import { loadPublisher } from './load-publisher.ts';

/** A quiet publisher in a busy registry has long stretches of the log without a change of its own. */
const requestsMax = 5;

interface Stretch {
  changes: readonly PublisherChange[];
  next: number | undefined;
}

/** What was changed about a publisher, newest first. */
export const historyPage = page({
  path: '/account/publishers/:publisherId/history',
  audience: 'person',
  show: async (visit) => {
    const { publisherId = '' } = visit.params;
    const { isOwner } = await loadPublisher(visit);
    const before = readNumber(visit.query, 'before', Number.MAX_SAFE_INTEGER);
    const stretch = await findStretch(visit.client, publisherId, before);
    return {
      title: 'History',
      body: (
        <>
          <AccountNav publisher={{ id: publisherId, isOwner }} />
          <History publisherId={publisherId} stretch={stretch} />
        </>
      ),
    };
  },
});

const findStretch = async (client: Client, publisherId: string, before: number): Promise<Stretch> => {
  let next: number | undefined = before;
  for (let count = 0; count < requestsMax && next !== undefined; count += 1) {
    const page = await listPublisherChanges(client, { publisherId, before: next });
    ({ next } = page);
    if (page.changes.length > 0) return { changes: page.changes, next };
  }
  return { changes: [], next };
};

const History = ({ publisherId, stretch: { changes, next } }: { publisherId: string; stretch: Stretch }) => {
  const href = useHref();
  return (
    <section>
      <h1>History</h1>
      {changes.length === 0 && <p class="quiet">Nothing happened here in this part of the log.</p>}
      <ol class="list">
        {changes.map((change) => (
          <Change key={change.seq} change={change} />
        ))}
      </ol>
      {next !== undefined && (
        <p class="pager">
          <a rel="next" href={href(`/account/publishers/${publisherId}/history?before=${next}`)}>
            Older
          </a>
        </p>
      )}
    </section>
  );
};

const Change = ({ change }: { change: PublisherChange }) => {
  const { at, action, by, subject, node_id: node, version, reason, request_id: request } = change;
  const changed = [...new Set([...Object.keys(change.before ?? {}), ...Object.keys(change.after ?? {})])];
  return (
    <li>
      <div>
        <code>{action}</code>{' '}
        <bdi>{node === undefined ? subject : [node, version].filter(Boolean).join('@')}</bdi>
        {reason !== undefined && <p dir="auto">{reason}</p>}
        <p class="facts">
          <time dateTime={at}>{formatMoment(at)}</time>
          <span>
            by <bdi>{by.name ?? (by.kind === 'other' ? 'someone else' : `the ${by.kind}`)}</bdi>
          </span>
          {changed.length > 0 && <span>{changed.join(', ')}</span>}
          {request !== undefined && <span>request {request}</span>}
        </p>
      </div>
    </li>
  );
};
