import { limits } from '@patchbay/contract';
import { FormField } from './form-field.tsx';

interface ReasonFieldProps {
  id: string;
  /** Who reads it. */
  hint: string;
  value?: string | undefined;
}

/** Why a moderator does something, which must be said. */
export const ReasonField = ({ id, hint, value = '' }: ReasonFieldProps) => (
  <FormField id={id} label="Reason" hint={hint}>
    <textarea
      id={id}
      name="reason"
      rows={3}
      required
      maxLength={limits.descriptionCharsMax}
      aria-describedby={`${id}-hint`}
      defaultValue={value}
    />
  </FormField>
);
