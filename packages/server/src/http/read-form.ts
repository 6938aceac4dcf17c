import { ApiError } from '../errors.ts';

/**
 * The fields of a form, or why it is refused. A field without a value counts as not sent, and none may be sent twice
 * (RFC 6749, section 3.2).
 */
export const readForm = (text: string): Readonly<Record<string, string>> | ApiError => {
  const fields = [...new URLSearchParams(text)].filter(([, value]) => value !== '');
  const form = Object.fromEntries(fields);
  return Object.keys(form).length === fields.length
    ? form
    : new ApiError('invalid_request', 'The form has a field twice. Send each field once.', {
        details: [{ path: '', message: 'must have each field once' }],
      });
};
