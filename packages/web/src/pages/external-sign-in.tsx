import {
  type CompleteExternalSignInReply,
  type PasskeyRequest,
  type ProvedCredential,
  RegistryError,
  beginExternalSignIn,
  completeExternalSignIn,
  signInWithPasskey,
} from '@patchbay/client';
import { type FormState, refusedForm } from '../forms/form-state.ts';
import { credentialOf, refusePasskey } from '../forms/credential-of.ts';
import { formsOf } from '../forms/forms-of.ts';
import { passkeyOptions } from '../forms/passkey-options.ts';
import { PasskeyForm } from '../components/passkey-form.tsx';
import { endSession } from '../end-session.ts';
import { ownPath } from '../own-path.ts';
import { type View, form, page } from '../page.ts';
import { refusedView } from '../refused-view.tsx';
import type { FormEffects, Visit } from '../site.ts';
import { textOf } from '../forms/text-of.ts';
import { useHref } from '../visit.ts';
import { secondStep, secondStepAgain, sendSecondStep } from './second-step.tsx';

type Purpose = CompleteExternalSignInReply['purpose'];

/** The longest path that a cookie keeps. */
const toCharsMax = 1_000;

/**
 * Sends the browser to the external provider, and binds the sign-in to it. By a page of its own, because a form may lead
 * to this site alone.
 */
export const leaveForProvider = async (
  { client }: Pick<Visit, 'client'>,
  purpose: Purpose,
  { to = '/account', userCode }: { to?: string; userCode?: string } = {},
): Promise<View & FormEffects> => {
  const { authorization_url: url, flow } = await beginExternalSignIn(client, {
    body: { purpose, ...(userCode === undefined ? {} : { user_code: userCode }) },
  });
  return {
    title: 'Go on to sign in',
    leaveTo: url,
    flow: { secret: flow, to: to.length > toCharsMax ? '/account' : to },
    body: (
      <section class="notice">
        <h1>Go on to sign in</h1>
        <p>
          You sign in at <a href={url}>{new URL(url).host}</a>, and come back here.
        </p>
      </section>
    ),
  };
};

const callbackPath = '/sign-in/callback';

/** Where the provider sends the browser back to. Only the browser that began the sign-in completes it, once. */
export const callbackPage = page({
  path: callbackPath,
  audience: 'person',
  show: async (visit) => {
    const { client, address, flow } = visit;
    if (flow === undefined) {
      return failed('This browser began no sign-in, or it was completed before. Begin again.');
    }
    try {
      const query = /\?(.*)$/s.exec(address)?.[1] ?? '';
      const reply = await completeExternalSignIn(client, { body: { flow: flow.secret, query } });
      return { ...(await goOn(visit, reply, flow.to)), flow: null };
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      const view =
        error.code === 'sign_in_failed' || error.status === 401
          ? failed(error.message, error.status)
          : await refusedView(visit, error);
      return { ...view, flow: null };
    }
  },
});

const goOn = async (
  visit: Visit,
  reply: CompleteExternalSignInReply,
  to: string,
): Promise<(View | { redirect: string }) & FormEffects> => {
  if (reply.purpose === 'link') return { redirect: '/account?done=linked' };
  const { second_factor: isHalf, token = '', passkey = false } = reply;
  if (isHalf === true) return secondStep(visit, { token, to, passkey });
  return finish(visit, reply, to);
};

const finish = async (
  visit: Visit,
  { token, program = '' }: Pick<CompleteExternalSignInReply, 'token' | 'program'>,
  to: string,
): Promise<(View | { redirect: string }) & FormEffects> => {
  if (token === undefined) return { title: 'Approved', body: <Approved program={program} /> };
  await endSession(visit);
  return { redirect: ownPath(to, '/account'), session: token };
};

/** The second step of a sign-in that the provider was the first of. */
export const callbackForm = formsOf(
  callbackPath,
  async (visit: Visit, state?: FormState) =>
    state === undefined ? failed('Begin again.') : secondStepAgain(visit, state),
  {
    complete: async (visit, fields) =>
      finish(visit, await sendSecondStep(visit, fields), fields.get('to') ?? ''),
  },
);

const Approved = ({ program }: { program: string }) => (
  <section class="notice">
    <h1>Approved</h1>
    <p>
      “<bdi>{program}</bdi>” signs in now. You can close this page and return to it.
    </p>
  </section>
);

const failed = (message: string, status = 200): View => ({
  title: 'Not signed in',
  status,
  body: <Failed message={message} />,
});

const Failed = ({ message }: { message: string }) => {
  const href = useHref();
  return (
    <section class="notice">
      <h1>Not signed in</h1>
      <p>{message}</p>
      <p>
        <a class="button" href={href('/sign-in')}>
          Sign in
        </a>
      </p>
    </section>
  );
};

/** What the page of a device sends when its person signs in with the provider. */
export const deviceProviderForm = form({
  path: '/device/provider',
  // It comes from a page of the interface, which has no tokens; like all forms, it is taken from this site alone.
  isHarmless: true,
  send: (visit, fields) => leaveForProvider(visit, 'device', { userCode: textOf(fields, 'user_code') }),
});

/** What the page of a device sends when its person approves with a passkey, which needs scripts. */
export const devicePasskeyForm = form({
  path: '/device/passkey',
  isHarmless: true,
  send: async (visit, fields) => {
    if (!fields.has('credential')) return askForPasskey(visit, fields);
    try {
      const credential = credentialOf(fields) as ProvedCredential;
      const body = { credential, user_code: textOf(fields, 'user_code') };
      const { program = '' } = await signInWithPasskey(visit.client, { body }).catch(refusePasskey);
      return { title: 'Approved', body: <Approved program={program} /> };
    } catch (error) {
      return askForPasskey(visit, fields, refusedForm(fields, error));
    }
  },
});

const askForPasskey = async (
  { client }: Visit,
  fields: URLSearchParams,
  state?: FormState,
): Promise<View> => {
  const options = await passkeyOptions(client);
  if (options === undefined) return failed('This registry has no name, so no passkey can be for it.');
  const userCode = textOf(fields, 'user_code');
  return {
    title: 'Approve with a passkey',
    ...(state !== undefined && { status: state.status }),
    body: <ApproveWithPasskey userCode={userCode} options={options} state={state} />,
  };
};

interface ApproveWithPasskeyProps {
  userCode: string;
  options: PasskeyRequest;
  state: FormState | undefined;
}

const ApproveWithPasskey = ({ userCode, options, state }: ApproveWithPasskeyProps) => (
  <section>
    <h1>Approve with a passkey</h1>
    <p>
      The program that shows the code <code>{userCode}</code> will sign in to your account. Go on only if you
      started it yourself.
    </p>
    <PasskeyForm name="approve" label="Approve with a passkey" options={options} state={state}>
      <input type="hidden" name="user_code" value={userCode} />
    </PasskeyForm>
  </section>
);
