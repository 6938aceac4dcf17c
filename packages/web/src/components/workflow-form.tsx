import type { ComponentChildren } from 'preact';
import { Alert } from './alert.tsx';

interface WorkflowFormProps {
  action: string;
  /** What was sent before. */
  sent?: string;
  /** Why it was not read, or its nodes not found. */
  fault?: string | undefined;
  onText?: (text: string) => void;
  children?: ComponentChildren;
}

/** Takes the text of a workflow, also without scripts. */
export const WorkflowForm = ({ action, sent, fault, onText, children }: WorkflowFormProps) => (
  <form
    class="stack"
    method="post"
    action={action}
    {...(onText !== undefined && {
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget as HTMLFormElement).get('workflow');
        if (typeof typed === 'string') onText(typed);
      },
    })}
  >
    {fault !== undefined && <Alert id="workflow-fault">{fault}</Alert>}
    <div class="field">
      <label for="workflow">The workflow’s file, as JSON</label>
      <textarea
        id="workflow"
        name="workflow"
        rows={6}
        required
        spellcheck={false}
        aria-invalid={fault === undefined ? undefined : 'true'}
        aria-describedby={fault === undefined ? undefined : 'workflow-fault'}
        {...(sent !== undefined && { value: sent })}
      />
    </div>
    <div class="facts row">
      <button class="main">Show what it needs</button>
      {children}
    </div>
  </form>
);
