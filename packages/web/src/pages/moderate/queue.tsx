import { type QueuedVersion, listReviewQueue } from '@patchbay/client';
import { Day } from '../../components/day.tsx';
import { Pager } from '../../components/pager.tsx';
import { formatBytes } from '../../format.ts';
import { readNumber } from '../../read-number.ts';
import { useHref } from '../../visit.ts';
import { moderation } from './moderation.tsx';
import { versionPath } from './version-path.ts';

/** The versions that wait for a moderator, oldest first. */
export const queue = moderation({
  path: '/moderate',
  show: async ({ client, query }) => {
    const { versions, page, totalPages } = await listReviewQueue(client, {
      page: readNumber(query, 'page', 1),
      limit: 25,
    });
    return {
      title: 'Review queue',
      body: (
        <>
          <h1>Review queue</h1>
          {versions.length === 0 && page === 1 ? (
            <p>Nothing waits for a decision.</p>
          ) : (
            <ol class="nodes">
              {versions.map((version) => (
                <li key={version.id}>
                  <Waiting version={version} />
                </li>
              ))}
            </ol>
          )}
          <Pager page={page} totalPages={totalPages} />
        </>
      ),
    };
  },
});

const Waiting = ({ version: queued }: { version: QueuedVersion }) => {
  const href = useHref();
  const { node_id: nodeId, version, createdAt, package_bytes: bytes, status_reason: reason, found } = queued;
  return (
    <article class="card">
      <h2>
        <a href={href(versionPath(nodeId, version))}>
          <bdi>{nodeId}</bdi> {version}
        </a>
      </h2>
      {reason !== undefined && (
        <p class="clip" dir="auto">
          {reason}
        </p>
      )}
      <p class="tags">
        {found.map(({ rule, severity, shadow, means, count }) => (
          <span
            key={rule}
            class={shadow ? 'tag' : severity === 'error' ? 'tag bad' : 'tag warn'}
            title={means}
          >
            {rule} {count > 1 && `× ${count}`}
          </span>
        ))}
      </p>
      <p class="facts">
        <span>
          since <Day time={createdAt} />
        </span>
        {bytes !== undefined && <span>{formatBytes(bytes)}</span>}
      </p>
    </article>
  );
};
