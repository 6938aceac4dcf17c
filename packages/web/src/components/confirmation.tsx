import type { ComponentChildren } from 'preact';
import type { FormState } from '../forms/form-state.ts';
import { ConfirmationField } from './confirmation-field.tsx';
import { Form } from './form.tsx';

interface ConfirmationProps {
  /** The form's name, and which one it is where there are several. */
  name: string;
  which?: string;
  state: FormState | undefined;
  /** What opens it and what its button says, such as `Delete ada-node@1.0.0`. */
  title: string;
  /** What has to be typed. */
  word: string;
  /** What it does, and how it can be undone. */
  children: ComponentChildren;
}

/** A form for what is hard to undo: it says how, and has its visitor type what it is about. */
export const Confirmation = ({ name, which, state, title, word, children }: ConfirmationProps) => {
  const isOpen = state?.name === name && (which === undefined || state.sent.get('which') === which);
  return (
    <details class="danger" open={isOpen}>
      <summary>{title}</summary>
      <Form name={name} state={state} {...(which === undefined ? {} : { which })}>
        <p>{children}</p>
        <ConfirmationField word={word} />
        <div>
          <button class="danger" name="do" value={name}>
            {title}
          </button>
        </div>
      </Form>
    </details>
  );
};
