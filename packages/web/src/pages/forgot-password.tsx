import { requestPasswordReset } from '@patchbay/client';
import { DoneNote } from '../components/done-note.tsx';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { formsOf } from '../forms/forms-of.ts';
import { textOf } from '../forms/text-of.ts';
import { page } from '../page.ts';
import { forPasswords } from './for-passwords.ts';

const path = '/forgot-password';

const show = forPasswords((state) => ({
  title: 'Forgotten password',
  body: (
    <section>
      <h1>Forgotten password</h1>
      <DoneNote />
      <Form name="forgot" state={state}>
        <Field
          name="email"
          label="E-mail address"
          hint="If there is an account with it, it gets a message with a link, which is good for 30 minutes."
          type="email"
          isRequired
          autocomplete="username"
        />
        <div>
          <button class="main" name="do" value="forgot">
            Send the message
          </button>
        </div>
      </Form>
    </section>
  ),
}));

/** Requests a link to set a new password. */
export const forgotPasswordPage = page({ path, audience: 'person', show });

export const forgotPasswordForm = formsOf(path, show, {
  forgot: async ({ client }, fields) => {
    await requestPasswordReset(client, { body: { email: textOf(fields, 'email') } });
    return { redirect: `${path}?done=sent` };
  },
});
