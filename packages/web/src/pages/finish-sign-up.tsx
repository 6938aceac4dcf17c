import { verifyEmail } from '@patchbay/client';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { endSession } from '../end-session.ts';
import { FormRefusal } from '../forms/form-refusal.ts';
import type { FormState } from '../forms/form-state.ts';
import { formsOf } from '../forms/forms-of.ts';
import { page } from '../page.ts';
import { forPasswords } from './for-passwords.ts';
import { useHref } from '../visit.ts';

const path = '/sign-up/finish';

const show = forPasswords((state) => ({
  title: 'Finish the account',
  body: <FinishSignUp state={state} />,
}));

/** Makes the account of a sign-up, by the link of a message and the password that was chosen. */
export const finishSignUpPage = page({ path, audience: 'person', show });

export const finishSignUpForm = formsOf(path, show, {
  finish: async (visit, fields) => {
    const token = visit.query.get('token') ?? '';
    const password = fields.get('password') ?? '';
    const { token: session } = await verifyEmail(visit.client, { body: { token, password } }).catch(asFault);
    await endSession(visit);
    return { redirect: '/account', ...(session === undefined ? {} : { session }) };
  },
});

/** Here it is the password that is unknown, not the session. */
const asFault = (error: unknown): never => {
  if (error instanceof Error && 'status' in error && error.status === 401) {
    throw new FormRefusal({ password: error.message });
  }
  throw error;
};

const FinishSignUp = ({ state }: { state: FormState | undefined }) => {
  const href = useHref();
  return (
    <section>
      <h1>Finish the account</h1>
      <Form name="finish" state={state}>
        <Field
          name="password"
          label="Password"
          hint="The one that you chose when you signed up."
          type="password"
          isRequired
          autocomplete="current-password"
        />
        <div>
          <button class="main" name="do" value="finish">
            Finish the account
          </button>
        </div>
      </Form>
      <p class="quiet">
        The link is too old, or you do not know the password? <a href={href('/sign-up')}>Sign up again</a>
      </p>
    </section>
  );
};
