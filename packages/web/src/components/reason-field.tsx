import { limits } from '@patchbay/contract';
import { Field } from './field.tsx';

interface ReasonFieldProps {
  hint: string;
  /** What it is the reason for, where a page asks for several. */
  label?: string;
}

/** Why a moderator does something, which must be said. */
export const ReasonField = ({ hint, label = 'Reason' }: ReasonFieldProps) => (
  <Field name="reason" label={label} hint={hint} rows={3} isRequired maxLength={limits.descriptionCharsMax} />
);
