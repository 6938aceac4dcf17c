import {
  type CompleteSignInReply,
  type PasskeyRequest,
  type ProvedCredential,
  completeSignIn,
} from '@patchbay/client';
import { CodeField } from '../components/code-field.tsx';
import { Form } from '../components/form.tsx';
import { PasskeyForm } from '../components/passkey-form.tsx';
import { credentialOf, refusePasskey } from '../forms/credential-of.ts';
import { FormRefusal } from '../forms/form-refusal.ts';
import type { FormState } from '../forms/form-state.ts';
import { passkeyOptions } from '../forms/passkey-options.ts';
import { textOf } from '../forms/text-of.ts';
import type { View } from '../page.ts';
import type { Visit } from '../site.ts';
import { useHref } from '../visit.ts';

interface SecondStepProps {
  /** What the first step was answered with. */
  token: string;
  /** Where to go on. */
  to: string;
  /** Whether its account has a passkey. */
  passkey: boolean;
  state?: FormState | undefined;
}

/** Asks for the second factor. Its forms are the `complete` of the page. */
export const secondStep = async (
  { client }: Pick<Visit, 'client'>,
  props: SecondStepProps,
): Promise<View> => {
  const options = props.passkey ? await passkeyOptions(client) : undefined;
  return {
    title: 'Second factor',
    ...(props.state !== undefined && { status: props.state.status }),
    body: <SecondStep {...props} options={options} />,
  };
};

/** The same again, after a refusal. */
export const secondStepAgain = (visit: Pick<Visit, 'client'>, state: FormState): Promise<View> =>
  secondStep(visit, {
    token: state.sent.get('token') ?? '',
    to: state.sent.get('to') ?? '',
    passkey: state.sent.has('passkey'),
    state,
  });

export const sendSecondStep = (
  { client }: Pick<Visit, 'client'>,
  fields: URLSearchParams,
): Promise<CompleteSignInReply> => {
  const token = fields.get('token') ?? '';
  const proof = fields.has('credential')
    ? { credential: credentialOf(fields) as ProvedCredential }
    : { code: textOf(fields, 'code') };
  const sent = completeSignIn(client, { body: { token, ...proof } });
  return ('credential' in proof ? sent.catch(refusePasskey) : sent).catch(
    asFault('code', 'It took too long, or the password changed. Sign in again.'),
  );
};

/** Here it is what was typed that is unknown, not a session. */
export const asFault =
  (field: string, fault: string) =>
  (error: unknown): never => {
    if (error instanceof Error && 'status' in error && error.status === 401) {
      throw new FormRefusal({ [field]: fault });
    }
    throw error;
  };

const SecondStep = ({
  token,
  to,
  passkey,
  state,
  options,
}: SecondStepProps & { options: PasskeyRequest | undefined }) => {
  const href = useHref();
  const kept = [
    <input key="token" type="hidden" name="token" value={token} />,
    <input key="to" type="hidden" name="to" value={to} />,
    ...(passkey ? [<input key="passkey" type="hidden" name="passkey" value="yes" />] : []),
  ];
  // A refusal is shown once, by the form that was sent.
  const byPasskey = state?.sent.has('credential') ?? false;
  return (
    <section>
      <h1>Second factor</h1>
      {options !== undefined && (
        <PasskeyForm
          name="complete"
          label="Go on with a passkey"
          options={options}
          state={byPasskey ? state : undefined}
        >
          {kept}
        </PasskeyForm>
      )}
      <Form name="complete" state={byPasskey ? undefined : state}>
        {kept}
        <CodeField name="code" />
        <div>
          <button class="main" name="do" value="complete">
            Sign in
          </button>
        </div>
      </Form>
      <p class="quiet">
        <a href={href(to === '' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(to)}`)}>Begin again</a>
      </p>
    </section>
  );
};
