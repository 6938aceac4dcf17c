import {
  type ProvedCredential,
  RegistryError,
  getMe,
  getSecondFactor,
  getSignInMethods,
  listIdentities,
  listPasskeys,
  stepUp,
} from '@patchbay/client';
import type { ComponentChildren } from 'preact';
import { CodeField } from '../components/code-field.tsx';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { PasskeyForm } from '../components/passkey-form.tsx';
import type { View } from '../page.ts';
import type { Visit } from '../site.ts';
import { useHref } from '../visit.ts';
import { type FormState, refusedForm } from './form-state.ts';
import { credentialOf } from './credential-of.ts';
import { KeptFields, keptFields } from './kept-fields.tsx';
import { passkeyOptions } from './passkey-options.ts';
import { textOf } from './text-of.ts';

const passwordField = 'step_up_password';
const codeField = 'step_up_code';
const passkeyField = 'step_up_passkey';
/**
 * Does what a form asks for, after what the form has to prove who its visitor is. Asks for that if the registry wants to
 * know.
 */
export const afterStepUp = async <Shown,>(
  visit: Visit,
  fields: URLSearchParams,
  act: () => Promise<Shown>,
): Promise<Shown | View> => {
  const refusal = await tryStepUp(visit, fields);
  if (refusal !== undefined) return stepUpView(visit, fields, { state: refusal });
  return act().catch((error: unknown) => {
    const asked = stepUpOf(error);
    if (asked === undefined) throw error;
    return stepUpView(visit, fields, asked);
  });
};

/** Whether the registry refused because its visitor has to prove who they are, and whether only a passkey does. */
export const needsStepUp = (error: unknown): boolean => stepUpOf(error) !== undefined;

const stepUpOf = (error: unknown): { passkey: boolean } | undefined => {
  if (!(error instanceof RegistryError)) return undefined;
  if (error.code === 'passkey_required') return { passkey: true };
  return error.code === 'recent_sign_in_required' ? { passkey: false } : undefined;
};

/**
 * Steps up with what the form has for it, if it has anything. Returns what was wrong, for the same question, or
 * undefined if the form can go on.
 */
const tryStepUp = async ({ client }: Visit, fields: URLSearchParams): Promise<FormState | undefined> => {
  const field = proofIn(fields);
  if (field === undefined) return undefined;
  try {
    await stepUp(client, { body: proofOf(field, fields) });
    return undefined;
  } catch (error) {
    const { faults, ...state } = refusedForm(fields, error);
    const [fault = state.message] = faults.values();
    return field === passkeyField
      ? { ...state, message: fault, faults: new Map() }
      : { ...state, faults: new Map([[field, fault]]) };
  }
};

/** The field by which a form steps up. */
export const proofIn = (fields: URLSearchParams): string | undefined =>
  [passkeyField, codeField, passwordField].find((name) => fields.has(name));

const proofOf = (field: string, fields: URLSearchParams) => {
  if (field === passkeyField) return { credential: credentialOf(fields) as ProvedCredential };
  return field === codeField
    ? { code: textOf(fields, codeField) }
    : { password: fields.get(passwordField) ?? '' };
};

/** Asks the visitor to prove who they are, and goes on with the form that was sent. */
export const stepUpView = async (
  { client }: Visit,
  fields: URLSearchParams,
  { state, passkey = false }: { state?: FormState; passkey?: boolean } = {},
): Promise<View> => {
  const [{ email }, { totp, passkey_required: mustBePasskey = false }, { passkeys }, methods, own] =
    await Promise.all([
      getMe(client),
      getSecondFactor(client),
      listPasskeys(client),
      getSignInMethods(client),
      listIdentities(client),
    ]);
  const options = passkeys.length === 0 ? undefined : await passkeyOptions(client);
  const hasFactor = totp !== undefined || passkeys.length > 0;
  const mayType = !passkey && !(mustBePasskey && options !== undefined);
  const form = { name: fields.get('do') ?? '', which: fields.get('which') ?? undefined, state };
  const kept = keptFields(fields);
  return {
    // As of any form that was not carried out.
    status: state?.status ?? 403,
    title: 'Is it you?',
    isIndexed: false,
    body: (
      <section>
        <h1>Is it you?</h1>
        <p>
          This needs a {mayType ? 'recent sign-in' : 'passkey'}.
          {kept.length > 0 && ' What you sent is kept until you have shown that it is you.'}
        </p>
        {passkey && options === undefined && (
          <InAnotherTab {...form} kept={kept} lack="passkey" href="/account/security">
            add one in another tab
          </InAnotherTab>
        )}
        {options !== undefined && (
          <PasskeyForm {...form} label="Go on with a passkey" options={options}>
            <KeptFields fields={kept} />
            <input type="hidden" name={passkeyField} value="yes" />
          </PasskeyForm>
        )}
        {mayType &&
          (hasFactor || (methods.password && own.has_password) ? (
            <TypedForm {...form}>
              <KeptFields fields={kept} />
              {hasFactor ? <CodeField name={codeField} /> : <PasswordField email={email} />}
            </TypedForm>
          ) : (
            <InAnotherTab {...form} kept={kept} lack="password" href="/sign-in">
              sign in again in another tab
            </InAnotherTab>
          ))}
      </section>
    ),
  };
};

interface TypedFormProps {
  name: string;
  which: string | undefined;
  state: FormState | undefined;
  children: ComponentChildren;
}

interface InAnotherTabProps extends TypedFormProps {
  kept: ReturnType<typeof keptFields>;
  /** What the account is without. */
  lack: 'passkey' | 'password';
  href: string;
}

/** The form waits here: a sign-in with a provider in this tab would lose it. */
const InAnotherTab = ({ kept, lack, href: path, children, ...form }: InAnotherTabProps) => {
  const href = useHref();
  return (
    <>
      <p>
        Your account has no {lack}:{' '}
        <a href={href(path)} target="_blank">
          {children}
        </a>
        , come back, and go on.
      </p>
      <TypedForm {...form}>
        <KeptFields fields={kept} />
      </TypedForm>
    </>
  );
};

const TypedForm = ({ children, ...form }: TypedFormProps) => (
  <Form {...form}>
    {children}
    <div>
      <button class="main" name="do" value={form.name}>
        Go on
      </button>
    </div>
  </Form>
);

const PasswordField = ({ email }: { email: string }) => (
  <>
    {/* For whom a browser keeps the password. */}
    <input hidden readOnly autocomplete="username" value={email} />
    <Field name={passwordField} label="Password" type="password" isRequired autocomplete="current-password" />
  </>
);
