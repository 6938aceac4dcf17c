import { limits } from '@patchbay/contract';
import { openFields } from '../forms/kept-fields.tsx';

/** The texts of a form that no page shows again, so that nobody has to write them once more. */
export const SentTexts = ({ fields }: { fields: URLSearchParams }) => {
  // Ids and choices have no spaces, and are no loss. What is longer than any text comes from a file.
  const texts = openFields(fields).flatMap(([, value]) =>
    /\S\s+\S/.test(value) && value.length <= limits.changelogCharsMax ? [value] : [],
  );
  return texts.length === 0 ? null : (
    <details open>
      <summary>What you wrote</summary>
      {texts.map((text, index) => (
        <p key={index} class="lines" dir="auto">
          {text}
        </p>
      ))}
    </details>
  );
};
