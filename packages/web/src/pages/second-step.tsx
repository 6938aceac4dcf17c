import { type CompleteSignInReply, completeSignIn } from '@patchbay/client';
import { CodeField } from '../components/code-field.tsx';
import { Form } from '../components/form.tsx';
import { FormRefusal } from '../forms/form-refusal.ts';
import type { FormState } from '../forms/form-state.ts';
import { textOf } from '../forms/text-of.ts';
import type { View } from '../page.ts';
import type { Visit } from '../site.ts';
import { useHref } from '../visit.ts';

interface SecondStepProps {
  /** What the first step was answered with. */
  token: string;
  /** Where to go on. */
  to: string;
  state?: FormState | undefined;
}

/** Asks for the second factor. Its form is the `complete` of the page. */
export const secondStep = (props: SecondStepProps): View => ({
  title: 'Second factor',
  ...(props.state !== undefined && { status: props.state.status }),
  body: <SecondStep {...props} />,
});

/** The same again, after a refusal. */
export const secondStepAgain = (state: FormState): View =>
  secondStep({ token: state.sent.get('token') ?? '', to: state.sent.get('to') ?? '', state });

export const sendSecondStep = (
  { client }: Pick<Visit, 'client'>,
  fields: URLSearchParams,
): Promise<CompleteSignInReply> =>
  completeSignIn(client, { body: { token: fields.get('token') ?? '', code: textOf(fields, 'code') } }).catch(
    asFault('code', 'It took too long, or the password changed. Sign in again.'),
  );

/** Here it is what was typed that is unknown, not a session. */
export const asFault =
  (field: string, fault: string) =>
  (error: unknown): never => {
    if (error instanceof Error && 'status' in error && error.status === 401) {
      throw new FormRefusal({ [field]: fault });
    }
    throw error;
  };

const SecondStep = ({ token, to, state }: SecondStepProps) => {
  const href = useHref();
  return (
    <section>
      <h1>Second factor</h1>
      <Form name="complete" state={state}>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="to" value={to} />
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
