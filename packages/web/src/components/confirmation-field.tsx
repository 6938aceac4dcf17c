import { Field } from './field.tsx';

/** Has a visitor type what something that is hard to undo is about. `requireConfirmation` reads it. */
export const ConfirmationField = ({ word }: { word: string }) => (
  <Field
    name="confirmation"
    label={
      <>
        Type <code>{word}</code>
      </>
    }
    isRequired
    autocomplete="off"
    maxLength={400}
  />
);
