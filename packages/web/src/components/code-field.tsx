import { Field } from './field.tsx';

/** For a code of the second factor; with the first, no recovery codes are made yet. What was typed does not stay: each code is used once. */
export const CodeField = ({ name, isFirst = false }: { name: string; isFirst?: boolean }) => (
  <Field
    name={name}
    label="Code"
    hint={`Six digits of your authenticator app${isFirst ? '' : ', or a recovery code'}.`}
    isSecret
    isRequired
    maxLength={40}
    autocomplete="one-time-code"
  />
);
