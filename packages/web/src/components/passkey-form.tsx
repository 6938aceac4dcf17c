import type { PasskeyRequest } from '@patchbay/client';
import type { ComponentChildren } from 'preact';
import type { FormState } from '../forms/form-state.ts';
import { Island as PasskeyButton } from '../islands/passkey-button.tsx';
import { Form } from './form.tsx';
import { Island } from './island.tsx';

interface PasskeyFormProps {
  name: string;
  which?: string | undefined;
  label: string;
  options: PasskeyRequest;
  state: FormState | undefined;
  children?: ComponentChildren;
}

/** A form that a passkey sends. */
export const PasskeyForm = ({ name, which, label, options, state, children }: PasskeyFormProps) => (
  <Form name={name} which={which} state={state}>
    {children}
    <Island name="passkey-button" of={PasskeyButton} props={{ name, label, get: options }} />
  </Form>
);
