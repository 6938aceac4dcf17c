import { type AccountEvent, listMyEvents } from '@patchbay/client';
import { AccountNav } from '../../components/account-nav.tsx';
import { formatMoment } from '../../format.ts';
import { page } from '../../page.ts';
import { useHref } from '../../visit.ts';

/** What happened to the account of the visitor, newest first. */
export const activityPage = page({
  path: '/account/activity',
  audience: 'person',
  show: async ({ client, query }) => {
    const before = query.get('before') ?? undefined;
    const { events, next } = await listMyEvents(client, { before });
    return {
      title: 'Activity',
      body: (
        <>
          <AccountNav />
          <Activity events={events} next={next} />
        </>
      ),
    };
  },
});

const Activity = ({ events, next }: { events: readonly AccountEvent[]; next: string | undefined }) => {
  const href = useHref();
  return (
    <section>
      <h1>Activity</h1>
      <p class="quiet">
        Sign-ins, failed ones, and changes of your account. If one is not yours, change your password.
      </p>
      {events.length === 0 && <p class="quiet">Nothing happened here before.</p>}
      <ol class="list">
        {events.map((event, index) => (
          <Event key={index} event={event} />
        ))}
      </ol>
      {next !== undefined && (
        <p class="pager">
          <a rel="next" href={href(`/account/activity?before=${encodeURIComponent(next)}`)}>
            Older
          </a>
        </p>
      )}
    </section>
  );
};

const words: Readonly<Record<string, string>> = {
  'sign-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'token-used': 'Token used',
};

const Event = ({ event: { at, event, by, count = 1, network, token, reason } }: { event: AccountEvent }) => (
  <li>
    <div>
      {words[event] ?? <code>{event}</code>}
      {count > 1 && ` ${count} times`}{' '}
      {token !== undefined && (
        <bdi>
          “{token.name}” of {token.publisher_id}
        </bdi>
      )}
      {reason !== undefined && <p dir="auto">{reason}</p>}
      <p class="facts">
        <time dateTime={at}>{formatMoment(at)}</time>
        {network !== undefined && <span>from {network}</span>}
        {by !== 'you' && by !== 'anyone' && <span>by {by === 'server' ? 'the registry' : `the ${by}`}</span>}
      </p>
    </div>
  </li>
);
