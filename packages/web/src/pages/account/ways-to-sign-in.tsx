import type { GetSignInMethodsReply, ListIdentitiesReply } from '@patchbay/client';
import { Form } from '../../components/form.tsx';
import type { FormState } from '../../forms/form-state.ts';
import { formatDay } from '../../format.ts';

/** How the account signs in, and how it could. */
export type Ways = GetSignInMethodsReply & ListIdentitiesReply;

/** The identities at external providers that sign in to the account. Nothing where there is no provider. */
export const WaysToSignIn = ({
  ways: { identities, provider },
  state,
}: {
  ways: Ways;
  state: FormState | undefined;
}) => {
  if (provider === undefined && identities.length === 0) return null;
  return (
    <section aria-labelledby="identities">
      <h2 id="identities">External sign-in</h2>
      <ul class="list">
        {identities.map(({ id, issuer, subject, is_usable: isUsable, last_used_at: at }) => (
          <li key={id}>
            <div>
              {isUsable ? provider?.name : new URL(issuer).host} <bdi>{subject}</bdi>
              <p class="facts">
                <span>
                  last used <time dateTime={at}>{formatDay(at)}</time>
                </span>
              </p>
            </div>
            <Form name="unlink" which={id} state={state} isInline>
              <button name="do" value="unlink">
                Unlink
              </button>
            </Form>
          </li>
        ))}
      </ul>
      {provider !== undefined && !identities.some(({ is_usable: isUsable }) => isUsable) && (
        <Form name="link" state={state}>
          <div>
            <button name="do" value="link">
              Link {provider.name}
            </button>
          </div>
        </Form>
      )}
    </section>
  );
};
