import { ApiError } from '../errors.ts';
import { formFields } from './form-fields.ts';

/**
 * The fields of a form, or why it is refused. A field without a value counts as not sent, and none may be sent twice
 * (RFC 6749, section 3.2).
 */
export const readForm = (text: string): Readonly<Record<string, string>> | ApiError => {
  const sent = formFields(text);
  if (sent instanceof Error) return sent;
  const fields = [...sent].filter(([, value]) => value !== '');
  const form = Object.fromEntries(fields);
  return Object.keys(form).length === fields.length
    ? form
    : new ApiError('invalid_request', 'The form has a field twice. Send each field once.', {
        details: [{ path: '', message: 'must have each field once' }],
      });
};
