import { Field } from './field.tsx';

/**
 * For a code of the second factor, which is used once and therefore not shown again. At the first one there are no
 * recovery codes yet.
 */
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
