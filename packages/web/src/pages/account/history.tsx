import { type ListPublisherChangesReply, type PublisherChange, listPublisherChanges } from '@patchbay/client';
import { AccountNav } from '../../components/account-nav.tsx';
import { formatMoment } from '../../format.ts';
import { page } from '../../page.ts';
import { readNumber } from '../../read-number.ts';
import { useHref } from '../../visit.ts';
import { loadPublisher } from './load-publisher.ts';

/** What was changed about a publisher, newest first. */
export const historyPage = page({
  path: '/account/publishers/:publisherId/history',
  audience: 'person',
  show: async (visit) => {
    const { publisherId = '' } = visit.params;
    const { isOwner } = await loadPublisher(visit);
    const before = readNumber(visit.query, 'before', Number.MAX_SAFE_INTEGER);
    const found = await listPublisherChanges(visit.client, { publisherId, before });
    return {
      title: 'History',
      body: (
        <>
          <AccountNav publisher={{ id: publisherId, isOwner }} />
          <History publisherId={publisherId} found={found} />
        </>
      ),
    };
  },
});

interface HistoryProps {
  publisherId: string;
  found: ListPublisherChangesReply;
}

const History = ({ publisherId, found: { changes, next } }: HistoryProps) => {
  const href = useHref();
  return (
    <section>
      <h1>History</h1>
      {changes.length === 0 && <p class="quiet">Nothing happened here before.</p>}
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
  const { at, action, by, node_id: node, version, reason, request_id: request } = change;
  const changed = [...new Set([...Object.keys(change.before ?? {}), ...Object.keys(change.after ?? {})])];
  return (
    <li>
      <div>
        <code>{action}</code>{' '}
        <bdi>{node === undefined ? subjectOf(change) : [node, version].filter(Boolean).join('@')}</bdi>
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

/** What it is about, by the name that people gave it. */
const subjectOf = ({ subject, token_name: token }: PublisherChange): string =>
  token === undefined ? subject : `the token “${token}”`;
