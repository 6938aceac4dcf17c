import { signUp } from '@patchbay/client';
import { limits } from '@patchbay/contract';
import type { FormState } from '../forms/form-state.ts';
import { formsOf } from '../forms/forms-of.ts';
import { textOf } from '../forms/text-of.ts';
import { DoneNote } from '../components/done-note.tsx';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { endSession } from '../end-session.ts';
import { passwordHint } from '../password-hint.ts';
import { ownPath } from '../own-path.ts';
import { page } from '../page.ts';
import { forPasswords } from './for-passwords.ts';
import { useHref } from '../visit.ts';

const path = '/sign-up';

const show = forPasswords((state) => ({ title: 'Sign up', body: <SignUp state={state} /> }));

export const signUpPage = page({ path, audience: 'person', show });

export const signUpForm = formsOf(path, show, {
  'sign-up': async (visit, fields) => {
    const name = textOf(fields, 'name');
    const email = textOf(fields, 'email');
    const password = fields.get('password') ?? '';
    const { token } = await signUp(visit.client, { body: { name, email, password } });
    if (token === undefined) return { redirect: `${path}?done=sign-up-sent` };
    await endSession(visit);
    return { redirect: ownPath(visit.query.get('to'), '/account'), session: token };
  },
});

const SignUp = ({ state }: { state: FormState | undefined }) => {
  const href = useHref();
  return (
    <section>
      <h1>Sign up</h1>
      <p class="lead">You need an account to publish and to report, not to install.</p>
      <DoneNote />
      <Form name="sign-up" state={state}>
        <Field
          name="name"
          label="Name"
          hint="Shown to everyone who looks at your publishers."
          isRequired
          autocomplete="name"
          maxLength={limits.nameCharsMax}
        />
        <Field
          name="email"
          label="E-mail address"
          hint="Shown to members of your publishers and to moderators only."
          type="email"
          isRequired
          autocomplete="username"
          maxLength={limits.emailCharsMax}
        />
        <Field
          name="password"
          label="Password"
          hint={passwordHint}
          type="password"
          isRequired
          autocomplete="new-password"
        />
        <div>
          <button class="main" name="do" value="sign-up">
            Sign up
          </button>
        </div>
      </Form>
      <p class="quiet">
        You have an account? <a href={href('/sign-in')}>Sign in</a>
      </p>
    </section>
  );
};
