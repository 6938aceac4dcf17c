import type { ComponentChild } from 'preact';

interface FormFieldProps {
  /** Of the input, unique on the page. */
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** The input, which names `<id>-hint` and `<id>-error` as its descriptions where they are shown. */
  children: ComponentChild;
}

/** An input with its label, what to type there, and what was wrong. */
export const FormField = ({ id, label, hint, error, children }: FormFieldProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    {children}
    {hint !== undefined && (
      <small class="quiet" id={`${id}-hint`}>
        {hint}
      </small>
    )}
    {error !== undefined && (
      <small class="wrong" id={`${id}-error`}>
        {error}
      </small>
    )}
  </div>
);
