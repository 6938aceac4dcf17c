import { Form } from '../components/form.tsx';
import type { View } from '../page.ts';
import { useHref } from '../visit.ts';
import { KeptFields, openFields } from './kept-fields.tsx';

/** What whoever sent a form reads if their session is over: it waits until they are signed in again. */
export const signedOutView = (fields: URLSearchParams): View => ({
  // As of any form that was not carried out.
  status: 403,
  title: 'You are signed out',
  isIndexed: false,
  body: <SignedOut fields={fields} />,
});

const SignedOut = ({ fields }: { fields: URLSearchParams }) => {
  const href = useHref();
  const name = fields.get('do') ?? '';
  return (
    <section>
      <h1>You are signed out</h1>
      <p>
        Your session is over, so nothing was changed. What you wrote is kept on this page:{' '}
        {/* The form would not outlive a sign-in with a provider in this tab. */}
        <a href={href('/sign-in')} target="_blank">
          sign in in another tab
        </a>
        , come back, and go on.
      </p>
      <Form name={name} which={fields.get('which') ?? undefined} state={undefined}>
        <KeptFields fields={openFields(fields)} />
        <div>
          <button class="main" name="do" value={name}>
            Go on
          </button>
        </div>
      </Form>
    </section>
  );
};
