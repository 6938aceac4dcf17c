import { FormField } from './form-field.tsx';

interface ConfirmFieldProps {
  id: string;
  /** What must be typed. */
  name: string;
}

/** Asks to type a name before something that cannot be undone. */
export const ConfirmField = ({ id, name }: ConfirmFieldProps) => (
  <FormField id={id} label={`Type ${name} to confirm`}>
    <input id={id} name="confirm" required autocomplete="off" spellcheck={false} />
  </FormField>
);
