import { verifyEmail } from '@patchbay/client';
import { DoneNote } from '../components/done-note.tsx';
import { Form } from '../components/form.tsx';
import type { FormState } from '../forms/form-state.ts';
import { formsOf } from '../forms/forms-of.ts';
import { type View, page } from '../page.ts';
import type { Visit } from '../site.ts';
import { useHref } from '../visit.ts';

const path = '/verify';

const show = async ({ query }: Visit, state?: FormState): Promise<View> => ({
  title: 'Verify an address',
  body: query.has('token') ? <Verify state={state} /> : <Verified />,
});

/** Uses the link of a message that verifies an address or agrees to another one. Opening it is not enough: programs do. */
export const verifyPage = page({ path, audience: 'person', show });

export const verifyForm = formsOf(path, show, {
  verify: async ({ client, query }) => {
    const { status } = await verifyEmail(client, { body: { token: query.get('token') ?? '' } });
    return { redirect: `${path}?done=address-${status}` };
  },
});

const Verify = ({ state }: { state: FormState | undefined }) => (
  <section>
    <h1>Verify an address</h1>
    <Form name="verify" state={state}>
      <div>
        <button class="main" name="do" value="verify">
          Verify the address
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
