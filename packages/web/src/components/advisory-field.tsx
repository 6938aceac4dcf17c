import { limits } from '@patchbay/contract';
import { textOf } from '../forms/text-of.ts';
import { Field } from './field.tsx';

interface AdvisoryFieldProps {
  /** What it says now. */
  value?: string | undefined;
  isRequired?: boolean;
}

/** What a moderator tells everybody of something malicious. */
export const AdvisoryField = ({ value, isRequired = false }: AdvisoryFieldProps) => (
  <Field
    name="advisory"
    label="What is malicious"
    hint={`Public: published as an advisory, which scanners and hosts read.${isRequired ? '' : ' Leave it empty if it is not malicious.'}`}
    rows={3}
    isRequired={isRequired}
    maxLength={limits.descriptionCharsMax}
    value={value}
  />
);

/** What the field says, if anything. */
export const advisoryIn = (fields: URLSearchParams): { advisory?: string } => {
  const advisory = textOf(fields, 'advisory');
  return advisory === '' ? {} : { advisory };
};
