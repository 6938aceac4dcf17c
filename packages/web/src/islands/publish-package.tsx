import type { Project } from '@patchbay/inspect/project';
import type { TargetedDragEvent, TargetedSubmitEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Alert } from '../components/alert.tsx';
import { FaultList } from '../components/fault-list.tsx';
import { Field } from '../components/field.tsx';
import { FormContext } from '../components/form.tsx';
import { PackageSummary } from '../components/package-summary.tsx';
import { formatBytes } from '../format.ts';
import { type PackageFault, packageFault } from '../package/package-fault.ts';
import { readZippedProject } from '../package/read-zipped-project.ts';
import { replacePart } from './replace-part.ts';
import { sendForm } from './send-form.ts';

export interface PublishPackageProps {
  /** Where the form goes, to publish. */
  action: string;
  publisherId: string;
  formToken: string;
  /** Whether the visitor must bring a personal access token, because only owners can make one. */
  needsToken: boolean;
  changelog: string;
  bytesMax: number;
}

type Chosen = { file: File } & ({ project: Project } | { fault: PackageFault });

const fields = { id: 'publish', state: undefined };

/** The form that publishes a package. Without scripts it is a form; with them it reads the package before it is sent. */
export const Island = (props: PublishPackageProps) => {
  const { action, publisherId, formToken, needsToken, changelog, bytesMax } = props;
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen>();
  const [isOver, setIsOver] = useState(false);
  const [progress, setProgress] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [token, setToken] = useState(formToken);
  const isSending = progress !== undefined;
  const fault = chosen !== undefined && 'fault' in chosen ? chosen.fault : undefined;

  const choose = async (file: File | undefined): Promise<void> => {
    setProblem(undefined);
    setChosen(file && (await read(file, bytesMax)));
  };
  const drop = (event: TargetedDragEvent<HTMLElement>): void => {
    event.preventDefault();
    setIsOver(false);
    const files = event.dataTransfer?.files;
    if (isSending || input.current === null || files?.length !== 1) return;
    input.current.files = files;
    void choose(files[0]);
  };
  const send = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const to = event.submitter?.getAttribute('formaction') ?? action;
    const form = event.currentTarget;
    const body = new FormData(form);
    setProblem(undefined);
    setProgress(0);
    try {
      const { address, page } = await sendForm(to, body, setProgress);
      if (new URL(address).pathname !== new URL(to, location.href).pathname) return location.assign(address);
      const outcome = replacePart('outcome', page);
      if (outcome !== undefined) outcome.focus();
      else if (page.querySelector('main form[method=post]') === null)
        setProblem(page.querySelector('main')?.textContent ?? 'The server failed.');
      // It asks who sends the form, so the browser shows it, and the file has to be chosen again.
      else return sendWithoutFile(form, input.current);
      setToken(page.querySelector<HTMLInputElement>('input[name=form_token]')?.value ?? token);
    } catch {
      setProblem('The connection broke. Nothing is lost: send it again.');
    }
    setProgress(undefined);
  };
  return (
    <form
      class="form"
      method="post"
      action={action}
      encType="multipart/form-data"
      onSubmit={(e) => void send(e)}
    >
      <input type="hidden" name="form_token" value={token} />
      <FormContext.Provider value={fields}>
        <Field
          name="changelog"
          label="What changed"
          hint="Shown with the version. Optional."
          rows={4}
          maxLength={50_000}
          value={changelog}
        />
        {needsToken && (
          <Field
            name="personal_access_token"
            label="Personal access token"
            hint="Of this publisher. Only its owners can make one."
            type="password"
            autocomplete="off"
            isRequired
            maxLength={200}
          />
        )}
      </FormContext.Provider>
      <div
        class={isOver ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <label for="package">Package, a zip of at most {formatBytes(bytesMax)}</label>
        <input
          id="package"
          name="package"
          type="file"
          accept=".zip,application/zip"
          required
          aria-invalid={fault === undefined ? undefined : 'true'}
          aria-describedby="package-read"
          ref={input}
          onChange={(event) => void choose(event.currentTarget.files?.[0])}
        />
      </div>
      <div id="package-read" aria-live="polite" class="stack">
        {fault !== undefined && <FaultList faults={[fault]} />}
        {chosen !== undefined && 'project' in chosen && (
          <PackageSummary project={chosen.project} bytes={chosen.file.size} publisherId={publisherId} />
        )}
      </div>
      {problem !== undefined && <Alert>{problem}</Alert>}
      {isSending && (
        <p>
          <progress aria-label="Sent" value={progress} max={1} />{' '}
          {progress < 1 ? `${Math.floor(progress * 100)} %` : 'Sent; the server reads it'}
        </p>
      )}
      <p class="buttons">
        <button class="main" disabled={isSending}>
          Publish
        </button>
        <button formAction={`${action}?dry_run=true`} disabled={isSending}>
          Check first
        </button>
      </p>
    </form>
  );
};

const sendWithoutFile = (form: HTMLFormElement, input: HTMLInputElement | null): void => {
  if (input !== null) input.disabled = true;
  form.submit();
};

const read = async (file: File, bytesMax: number): Promise<Chosen> => {
  if (file.size > bytesMax) {
    const message = `The package has ${formatBytes(file.size)}, more than ${formatBytes(bytesMax)}. Remove files that are not needed to run it.`;
    return { file, fault: { message, details: [] } };
  }
  try {
    return { file, project: await readZippedProject(file) };
  } catch (error) {
    const fault = packageFault(error) ?? {
      message: 'The file cannot be read. Choose it again.',
      details: [],
    };
    return { file, fault };
  }
};
