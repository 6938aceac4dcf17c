import { RegistryError } from '@patchbay/client';
import { faultSentence } from '../plain-words.ts';
import { FormRefusal } from './form-refusal.ts';

/** A form as it was sent, and what was wrong with it. */
export interface FormState {
  /** Which form of the page: the value of the button that sent it. */
  readonly name: string;
  readonly sent: URLSearchParams;
  readonly status: number;
  readonly message: string;
  /** Name of a field → what is wrong with it. */
  readonly faults: ReadonlyMap<string, string>;
}

/** What was refused, for the form to show. Throws the error again if another page has to tell of it. */
export const refusedForm = (sent: URLSearchParams, error: unknown): FormState => {
  const form = { name: sent.get('do') ?? '', sent };
  if (error instanceof FormRefusal) {
    const { message, faults, status } = error;
    return { ...form, status, message, faults: new Map(Object.entries(faults)) };
  }
  if (!(error instanceof RegistryError) || error.status === 401 || error.status === 500) throw error;
  const { code, status, details, message } = error;
  return {
    ...form,
    status,
    message: code === 'invalid_request' ? 'Correct the marked fields.' : message,
    faults: new Map(
      details.map(({ path, message: fault }) => [path.split('/')[1] ?? '', faultSentence(fault)]),
    ),
  };
};
