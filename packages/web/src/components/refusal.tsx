import type { FormState } from '../forms/form-state.ts';
import { Alert } from './alert.tsx';
import { SentTexts } from './sent-texts.tsx';

/** What was wrong with a form that the page has no more, such as that of something deleted since, and the texts in it. */
export const Refusal = ({ state: { message, faults, sent } }: { state: FormState }) => (
  <>
    <Alert>{faults.size === 0 ? message : [...faults.values()].join(' ')}</Alert>
    <SentTexts fields={sent} />
  </>
);
