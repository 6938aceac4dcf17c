import { limits } from '@patchbay/contract';
import { ApiError } from '../errors.ts';

const { formFieldsMax: max } = limits;

/** The fields of a form, or why it is refused: for each escape that is no text, reading it takes an error. */
export const formFields = (text: string): URLSearchParams | ApiError =>
  text.split('&', max + 1).length <= max
    ? new URLSearchParams(text)
    : new ApiError('invalid_request', `The form has more than ${max} fields. Send fewer.`, {
        details: [{ path: '', message: `must have at most ${max} fields` }],
      });
