import { limits } from '@patchbay/contract';
import { Field } from './field.tsx';

/** Why a moderator does something, which must be said. */
export const ReasonField = ({ hint }: { hint: string }) => (
  <Field
    name="reason"
    label="Reason"
    hint={hint}
    rows={3}
    isRequired
    maxLength={limits.descriptionCharsMax}
  />
);
