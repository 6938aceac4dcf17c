import { verifyEmail } from '@patchbay/client';
import { DoneNote } from '../components/done-note.tsx';
import { Form } from '../components/form.tsx';
import type { FormState } from '../forms/form-state.ts';
import { formsOf } from '../forms/forms-of.ts';
import { type View, page } from '../page.ts';
import type { Visit } from '../site.ts';
import { useHref } from '../visit.ts';

const path = '/verify';

const show = async ({ query }: Visit, state?: FormState): Promise<View> => {
  const to = query.get('to');
  const title = to === null ? 'Verify an address' : 'Give the account another address';
  return {
    title,
    body: query.has('token') ? <Verify title={title} to={to} state={state} /> : <Verified />,
  };
};

/** Uses the link of a message that verifies an address or agrees to another one. Opening it is not enough: programs do. */
export const verifyPage = page({ path, audience: 'person', show });

export const verifyForm = formsOf(path, show, {
  verify: async ({ client, query }) => {
    const { status } = await verifyEmail(client, { body: { token: query.get('token') ?? '' } });
    return { redirect: `${path}?done=address-${status}` };
  },
});

interface VerifyProps {
  title: string;
  /** The address that the account gets, which the link says. */
  to: string | null;
  state: FormState | undefined;
}

const Verify = ({ title, to, state }: VerifyProps) => (
  <section>
    <h1>{title}</h1>
    {to !== null && (
      <p>
        From then on, who reads the mail of <bdi>{to}</bdi> can set a new password. Go on only if you asked
        for it.
      </p>
    )}
    <Form name="verify" state={state}>
      <div>
        <button class="main" name="do" value="verify">
          {to === null ? (
            'Verify the address'
          ) : (
            <>
              Move the account to <bdi>{to}</bdi>
            </>
          )}
        </button>
      </div>
    </Form>
  </section>
);

const Verified = () => {
  const href = useHref();
  return (
    <section>
      <h1>Verify an address</h1>
      <DoneNote />
      <p>
        <a href={href('/account')}>Go to the account</a>
      </p>
    </section>
  );
};
