import type { EnrolTotpReply, SecondFactor } from '@patchbay/client';
import { CodeField } from '../../components/code-field.tsx';
import { Day } from '../../components/day.tsx';
import { Form } from '../../components/form.tsx';
import { Island } from '../../components/island.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import type { FormState } from '../../forms/form-state.ts';
import { Island as CopyButton } from '../../islands/copy-button.tsx';

interface SecondFactorProps {
  factor: SecondFactor;
  hasPasskey: boolean;
  /** While an authenticator app waits to be confirmed. */
  enrolment: EnrolTotpReply | undefined;
  state: FormState | undefined;
}

export const SecondFactorView = ({
  factor: { totp, ...factor },
  hasPasskey,
  enrolment,
  state,
}: SecondFactorProps) => (
  <section aria-labelledby="second-factor">
    <h2 id="second-factor">Second factor</h2>
    {totp === undefined ? (
      <>
        <p>
          With an authenticator app, your password alone signs nobody in.
          {factor.required && !hasPasskey && ' Your account needs one for what cannot be undone.'}
        </p>
        {enrolment === undefined ? (
          <Form name="enrol" state={state}>
            <div>
              <button class="main" name="do" value="enrol">
                Use an authenticator app
              </button>
            </div>
          </Form>
        ) : (
          <Enrolment enrolment={enrolment} state={state} />
        )}
      </>
    ) : (
      <>
        <p>
          An authenticator app, since <Day time={totp.confirmed_at} />.
        </p>
        <Form name="remove" state={state} isInline>
          <button class="danger" name="do" value="remove">
            Remove the app
          </button>
        </Form>
      </>
    )}
    {(totp !== undefined || hasPasskey) && (
      <>
        <p>{factor.recovery_codes_left} recovery codes are left.</p>
        <Form name="renew" state={state} isInline>
          <button name="do" value="renew">
            Make new recovery codes
          </button>
        </Form>
      </>
    )}
  </section>
);

const Enrolment = ({ enrolment, state }: { enrolment: EnrolTotpReply; state: FormState | undefined }) => (
  <>
    <p>Scan this with the app, or type the key into it. Then enter the code that it shows.</p>
    <QrCode text={enrolment.uri} label="QR code for the authenticator app" />
    <p>
      <code>{enrolment.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
    </p>
    <Form name="confirm" state={state}>
      <input type="hidden" name="secret" value={enrolment.secret} />
      <input type="hidden" name="uri" value={enrolment.uri} />
      <CodeField name="code" isFirst />
      <div>
        <button class="main" name="do" value="confirm">
          Confirm
        </button>
      </div>
    </Form>
  </>
);

/** Shown once, after they were made. */
export const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => (
  <div class="secret" role="status">
    <p>
      These are your recovery codes. Keep them where your authenticator app or passkey is not: each signs you
      in once without it. They are not shown again.
    </p>
    <pre tabIndex={0}>{codes.join('\n')}</pre>
    <Island name="copy-button" of={CopyButton} props={{ text: codes.join('\n'), of: 'the recovery codes' }} />
  </div>
);
