import { RegistryError } from '@patchbay/client';
import { FormRefusal } from './form-refusal.ts';

/** What a passkey put into a form. Only the registry says whether it is good. */
export const credentialOf = (fields: URLSearchParams): unknown => {
  try {
    return JSON.parse(fields.get('credential') ?? '') as unknown;
  } catch {
    throw new FormRefusal({}, 'The browser sent no passkey. Try again.');
  }
};

/** A passkey is no field that somebody could correct: the form says what was wrong with it. */
export const refusePasskey = (error: unknown): never => {
  if (error instanceof RegistryError && error.code === 'invalid_request') {
    throw new FormRefusal({}, error.message);
  }
  throw error;
};
