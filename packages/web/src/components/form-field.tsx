import type { ComponentChildren } from 'preact';

interface FormFieldProps {
  /** Of the input, unique on the page. */
  id: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  fault?: string | undefined;
  /** The input, which names `<id>-hint` and `<id>-fault` as its descriptions where they are shown. */
  children: ComponentChildren;
}

/** An input with its label, what to type there, and what was wrong. */
export const FormField = ({ id, label, hint, fault, children }: FormFieldProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    {hint !== undefined && (
      <p class="quiet" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {children}
    {fault !== undefined && (
      <p class="wrong" id={`${id}-fault`}>
        {fault}
      </p>
    )}
  </div>
);
