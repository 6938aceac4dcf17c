import { type GetStatusReply, getStatus } from '@patchbay/client';
import { formatCount, formatDuration, formatMoment } from '../format.ts';
import { page } from '../page.ts';
import { useHref, useVisit } from '../visit.ts';

/** How the registry does, for anyone. */
export const statusPage = page({
  path: '/status',
  audience: 'anyone',
  show: async ({ client }) => {
    const status = await getStatus(client);
    return { title: 'Status', isIndexed: false, body: <Status status={status} /> };
  },
});

const Status = ({ status }: { status: GetStatusReply }) => {
  const { version, checked_at: checkedAt, database, package_store: packages, backlog } = status;
  return (
    <>
      <h1>{database && packages ? 'All systems operational' : 'Some systems are down'}</h1>
      <section aria-labelledby="parts">
        <h2 id="parts">Parts</h2>
        <dl class="pairs">
          <Part name="Database" isUp={database} />
          <Part name="Package store" isUp={packages} />
          <dt>Software</dt>
          <dd>Patchbay {version}</dd>
        </dl>
      </section>
      <section aria-labelledby="backlog">
        <h2 id="backlog">Queue</h2>
        {backlog === undefined ? (
          <p>It cannot be counted now.</p>
        ) : (
          <dl class="pairs">
            <dt>Packages and other work</dt>
            <dd>{waiting(backlog.jobs_waiting, backlog.oldest_job_seconds)}</dd>
            <dt>In progress</dt>
            <dd>{formatCount(backlog.jobs_running)}</dd>
            <dt>Failed, tried again</dt>
            <dd>{formatCount(backlog.jobs_failed)}</dd>
            <dt>Versions for a moderator</dt>
            <dd>{waiting(backlog.reviews_waiting, backlog.oldest_review_seconds)}</dd>
          </dl>
        )}
      </section>
      <Contact />
      <p class="quiet">
        Checked <time dateTime={checkedAt}>{formatMoment(checkedAt)}</time>
        {backlog !== undefined && (
          <>
            , counted <time dateTime={backlog.counted_at}>{formatMoment(backlog.counted_at)}</time>
          </>
        )}
        . Reload the page to check again.
      </p>
    </>
  );
};

/** How to reach those who operate the registry. */
const Contact = () => {
  const href = useHref();
  const { securityContact } = useVisit();
  return (
    <section aria-labelledby="contact">
      <h2 id="contact">Contact</h2>
      {securityContact === undefined ? (
        <p>
          The operators of this registry name no contact for vulnerabilities. Its moderators read reports: the
          page of each node has a link to report it.
        </p>
      ) : (
        <p>
          Report a vulnerability of this registry to{' '}
          <a href={securityContact} rel="nofollow noopener">
            {securityContact.replace(/^mailto:/, '')}
          </a>{' '}
          (<a href={href('/.well-known/security.txt')}>security.txt</a>). To tell the moderators about a node,
          use the link on its page.
        </p>
      )}
    </section>
  );
};

const Part = ({ name, isUp }: { name: string; isUp: boolean }) => (
  <>
    <dt>{name}</dt>
    <dd>{isUp ? 'OK' : <strong>down</strong>}</dd>
  </>
);

const waiting = (count: number, oldestSeconds: number): string =>
  count === 0 ? 'none' : `${formatCount(count)}, the oldest for ${formatDuration(oldestSeconds)}`;
