import {
  type GetSignInMethodsReply,
  type PasskeyRequest,
  type ProvedCredential,
  getSignInMethods,
  signIn,
  signInWithPasskey,
} from '@patchbay/client';
import type { FormState } from '../forms/form-state.ts';
import { credentialOf, refusePasskey } from '../forms/credential-of.ts';
import { formsOf } from '../forms/forms-of.ts';
import { passkeyOptions } from '../forms/passkey-options.ts';
import { textOf } from '../forms/text-of.ts';
import { DoneNote } from '../components/done-note.tsx';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { PasskeyForm } from '../components/passkey-form.tsx';
import { ownPath } from '../own-path.ts';
import { type View, page } from '../page.ts';
import { endSession } from '../end-session.ts';
import type { Visit } from '../site.ts';
import { useHref, useVisit } from '../visit.ts';
import { leaveForProvider } from './external-sign-in.tsx';
import { asFault, secondStep, secondStepAgain, sendSecondStep } from './second-step.tsx';

const path = '/sign-in';

const show = async (visit: Visit, state?: FormState): Promise<View> => {
  const { client } = visit;
  if (state?.name === 'complete') return secondStepAgain(visit, state);
  const [methods, options] = await Promise.all([getSignInMethods(client), passkeyOptions(client)]);
  return { title: 'Sign in', body: <SignIn methods={methods} options={options} state={state} /> };
};

/** Sign in, and go on to the page that asked for it: `to`, a path of this site. */
export const signInPage = page({ path, audience: 'person', show });

const nextOf = ({ query }: Visit): string => ownPath(query.get('to'), '/account');

const goOn = async (visit: Visit, session: string | undefined) => {
  await endSession(visit);
  return { redirect: nextOf(visit), ...(session !== undefined && { session }) };
};

export const signInForm = formsOf(path, show, {
  'sign-in': async (visit, fields) => {
    const email = textOf(fields, 'email');
    const password = fields.get('password') ?? '';
    const {
      token,
      second_factor: isHalf,
      passkey = false,
    } = await signIn(visit.client, { body: { email, password } }).catch(
      asFault('password', 'Wrong e-mail or password.'),
    );
    return isHalf === true ? secondStep(visit, { token, to: nextOf(visit), passkey }) : goOn(visit, token);
  },
  passkey: async (visit, fields) => {
    const body = { credential: credentialOf(fields) as ProvedCredential };
    const { token } = await signInWithPasskey(visit.client, { body }).catch(refusePasskey);
    return goOn(visit, token);
  },
  complete: async (visit, fields) => goOn(visit, (await sendSecondStep(visit, fields)).token),
  provider: (visit) => leaveForProvider(visit, 'sign-in', { to: nextOf(visit) }),
});

interface SignInProps {
  methods: GetSignInMethodsReply;
  /** Undefined where there are no passkeys. */
  options: PasskeyRequest | undefined;
  state: FormState | undefined;
}

const SignIn = ({ methods: { password, sign_up: mayJoin, provider }, options, state }: SignInProps) => {
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
      {password && options !== undefined && (
        <PasskeyForm name="passkey" label="Sign in with a passkey" options={options} state={state} />
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
