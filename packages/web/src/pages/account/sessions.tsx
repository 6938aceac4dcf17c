import type { Session } from '@patchbay/client';
import { Day } from '../../components/day.tsx';
import { Form } from '../../components/form.tsx';
import type { FormState } from '../../forms/form-state.ts';

interface SessionsProps {
  sessions: readonly Session[];
  state: FormState | undefined;
}

/** Where an account is signed in, and with what. */
export const Sessions = ({ sessions, state }: SessionsProps) => (
  <section aria-labelledby="sessions">
    <h2 id="sessions">Sessions</h2>
    <ul class="list">
      {sessions.map((session) => (
        <OneSession key={session.id} session={session} state={state} />
      ))}
    </ul>
    {sessions.length > 1 && (
      <Form name="end-others" state={state} isInline>
        <button class="danger" name="do" value="end-others">
          End all other sessions
        </button>
      </Form>
    )}
  </section>
);

const OneSession = ({ session, state }: { session: Session; state: FormState | undefined }) => {
  const { id, current, device = 'An unknown program', network, created_at, last_used_at } = session;
  return (
    <li>
      <div>
        <strong>{device}</strong> {current && <span class="tag good">this session</span>}
        <p class="facts">
          {network !== undefined && <span>from {network}</span>}
          <span>
            began <Day time={created_at} />
          </span>
          <span>
            used <Day time={last_used_at} />
          </span>
        </p>
      </div>
      {!current && (
        <Form name="end-session" which={id} state={state} isInline>
          <button class="danger" name="do" value="end-session" aria-label={`End the session of ${device}`}>
            End
          </button>
        </Form>
      )}
    </li>
  );
};
