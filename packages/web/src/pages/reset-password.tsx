import { resetPassword } from '@patchbay/client';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import type { FormState } from '../forms/form-state.ts';
import { formsOf } from '../forms/forms-of.ts';
import { passwordHint } from '../password-hint.ts';
import { page } from '../page.ts';
import { forPasswords } from './for-passwords.ts';
import { useHref } from '../visit.ts';

const path = '/reset-password';

const show = forPasswords((state) => ({
  title: 'New password',
  body: <ResetPassword state={state} />,
}));

/** Sets a new password, by the link of a message. */
export const resetPasswordPage = page({ path, audience: 'person', show });

export const resetPasswordForm = formsOf(path, show, {
  reset: async ({ client, query }, fields) => {
    const token = query.get('token') ?? '';
    await resetPassword(client, { body: { token, newPassword: fields.get('newPassword') ?? '' } });
    return { redirect: '/sign-in?done=password', session: null };
  },
});

const ResetPassword = ({ state }: { state: FormState | undefined }) => {
  const href = useHref();
  return (
    <section>
      <h1>New password</h1>
      <p class="lead">It ends all sessions of the account.</p>
      <Form name="reset" state={state}>
        <Field
          name="newPassword"
          label="New password"
          hint={passwordHint}
          type="password"
          isRequired
          autocomplete="new-password"
        />
        <div>
          <button class="main" name="do" value="reset">
            Set the password
          </button>
        </div>
      </Form>
      <p class="quiet">
        The link is too old? <a href={href('/forgot-password')}>Request another message</a>
      </p>
    </section>
  );
};
