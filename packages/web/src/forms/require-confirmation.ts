import { FormRefusal } from './form-refusal.ts';
import { textOf } from './text-of.ts';

/** Throws unless the form holds what its visitor was told to type. */
export const requireConfirmation = (fields: URLSearchParams, word: string): void => {
  if (textOf(fields, 'confirmation') !== word) {
    throw new FormRefusal({ confirmation: `Type ${word} exactly, to show that you mean it.` });
  }
};
