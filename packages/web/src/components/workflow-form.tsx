import type { ComponentChildren } from 'preact';

interface WorkflowFormProps {
  action: string;
  /** What was sent before. */
  typed?: string;
  onText?: (text: string) => void;
  children?: ComponentChildren;
}

/** Takes the text of a workflow, also without scripts. */
export const WorkflowForm = ({ action, typed, onText, children }: WorkflowFormProps) => (
  <form
    class="stack"
    method="post"
    action={action}
    {...(onText !== undefined && {
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault();
        onText(String(new FormData(event.currentTarget as HTMLFormElement).get('workflow') ?? ''));
      },
    })}
  >
    <div class="field">
      <label for="workflow">The workflow’s file, as JSON</label>
      <textarea
        id="workflow"
        name="workflow"
        rows={6}
        required
        spellcheck={false}
        {...(typed !== undefined && { value: typed })}
      />
    </div>
    <div class="facts row">
      <button class="main">Show what it needs</button>
      {children}
    </div>
  </form>
);
