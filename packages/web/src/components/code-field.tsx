import { Field } from './field.tsx';

/** For a code of the second factor. What was typed does not stay: each code is used once. */
export const CodeField = ({ name }: { name: string }) => (
  <Field
    name={name}
    label="Code"
    hint="Six digits of your authenticator app, or a recovery code."
    isSecret
    isRequired
    maxLength={40}
    autocomplete="one-time-code"
  />
);
