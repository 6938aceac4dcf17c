import type { FormState } from '../forms/form-state.ts';
import { openFields } from '../forms/kept-fields.tsx';
import { Alert } from './alert.tsx';

/** What was wrong with a form that the page has no more, such as that of something deleted since, and the texts in it. */
export const Refusal = ({ state: { message, faults, sent } }: { state: FormState }) => {
  // Ids and choices have no spaces, and are no loss.
  const texts = openFields(sent).flatMap(([, value]) => (/\S\s+\S/.test(value) ? [value] : []));
  return (
    <>
      <Alert>{faults.size === 0 ? message : [...faults.values()].join(' ')}</Alert>
      {texts.length > 0 && (
        <details open>
          <summary>What you wrote</summary>
          {texts.map((text, index) => (
            <p key={index} class="lines" dir="auto">
              {text}
            </p>
          ))}
        </details>
      )}
    </>
  );
};
