import { type GetSignInMethodsReply, getSignInMethods, signIn } from '@patchbay/client';
import { FormRefusal } from '../forms/form-refusal.ts';
import type { FormState } from '../forms/form-state.ts';
import { formsOf } from '../forms/forms-of.ts';
import { textOf } from '../forms/text-of.ts';
import { DoneNote } from '../components/done-note.tsx';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { ownPath } from '../own-path.ts';
import { type View, page } from '../page.ts';
import { endSession } from '../end-session.ts';
import type { Visit } from '../site.ts';
import { useHref, useVisit } from '../visit.ts';
import { leaveForProvider } from './external-sign-in.tsx';

const path = '/sign-in';

const show = async ({ client }: Visit, state?: FormState): Promise<View> => ({
  title: 'Sign in',
  body: <SignIn methods={await getSignInMethods(client)} state={state} />,
});

/** Sign in, and go on to the page that asked for it: `to`, a path of this site. */
export const signInPage = page({ path, audience: 'person', show });

export const signInForm = formsOf(path, show, {
  'sign-in': async (visit, fields) => {
    const email = textOf(fields, 'email');
    const password = fields.get('password') ?? '';
    const { token } = await signIn(visit.client, { body: { email, password } }).catch(asFault);
    await endSession(visit);
    return { redirect: ownPath(visit.query.get('to'), '/account'), session: token };
  },
  provider: (visit) => leaveForProvider(visit, 'sign-in', { to: ownPath(visit.query.get('to'), '/account') }),
});

/** Here it is the password that is unknown, not the session. */
const asFault = (error: unknown): never => {
  if (error instanceof Error && 'status' in error && error.status === 401) {
    throw new FormRefusal({ password: 'Wrong e-mail or password.' });
  }
  throw error;
};

interface SignInProps {
  methods: GetSignInMethodsReply;
  state: FormState | undefined;
}

const SignIn = ({ methods: { password, sign_up: mayJoin, provider }, state }: SignInProps) => {
  const href = useHref();
  const { query } = useVisit();
  const to = query.get('to');
  return (
    <section>
      <h1>Sign in</h1>
      <DoneNote />
      {provider !== undefined && (
        <Form name="provider" state={state}>
          <div>
            <button class="main" name="do" value="provider">
              Sign in with {provider.name}
            </button>
          </div>
        </Form>
      )}
      {password && (
        <Form name="sign-in" state={state}>
          <Field name="email" label="E-mail address" type="email" isRequired autocomplete="username" />
          <Field
            name="password"
            label="Password"
            type="password"
            isRequired
            autocomplete="current-password"
          />
          <div>
            <button class={provider === undefined ? 'main' : undefined} name="do" value="sign-in">
              Sign in
            </button>
          </div>
        </Form>
      )}
      {password && (
        <p class="quiet">
          <a href={href('/forgot-password')}>Forgotten password</a>
        </p>
      )}
      {mayJoin && (
        <p class="quiet">
          You have no account?{' '}
          <a href={href(`/sign-up${to === null ? '' : `?to=${encodeURIComponent(ownPath(to))}`}`)}>Sign up</a>
        </p>
      )}
    </section>
  );
};
