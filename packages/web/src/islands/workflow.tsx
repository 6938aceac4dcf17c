import { type ResolveWorkflowReply, createClient, resolveWorkflow } from '@patchbay/client';
import { summarizeWorkflow } from '@patchbay/contract/workflow';
import { useEffect, useRef, useState } from 'preact/hooks';
import { MovableDrawing } from '../components/movable-drawing.tsx';
import { WorkflowForm } from '../components/workflow-form.tsx';
import { WorkflowResult } from '../components/workflow-result.tsx';
import { bounds, drawnByBrowser } from '../workflow/bounds.ts';
import { type WorkflowFile, readWorkflow, tooLarge } from '../workflow/read-workflow.ts';

interface IslandProps {
  /** Before every path of the site. */
  prefix: string;
}

interface Shown {
  fault?: string;
  file?: WorkflowFile;
  needs?: ResolveWorkflowReply;
}

/** Reads a workflow that is dropped, chosen or pasted; only names of app-nodes and nodes leave the browser. */
export const Island = ({ prefix }: IslandProps) => {
  const [shown, setShown] = useState<Shown>({});
  const turn = useRef(0);
  const href = (path: string): string => prefix + path;

  const show = async (source: string | Uint8Array): Promise<void> => {
    const own = (turn.current += 1);
    const file = readWorkflow(source, drawnByBrowser);
    if ('fault' in file) return setShown(file);
    setShown({ file });
    const next = await resolve(file, prefix).catch((error: Error) => ({ fault: error.message }));
    if (own === turn.current) setShown({ file, ...next });
  };
  const take = async (file: File | null | undefined): Promise<void> => {
    if (file === null || file === undefined) return;
    if (file.size > bounds.charsMax) return setShown({ fault: tooLarge });
    await show(new Uint8Array(await file.arrayBuffer()));
  };
  useFilesOf(take, show);

  return (
    <>
      <WorkflowForm action={href('/workflow')} fault={shown.fault} onText={(text) => void show(text)}>
        <label class="button scripted">
          Choose a file
          <input
            class="hidden"
            type="file"
            accept=".json,application/json"
            onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
          />
        </label>
        <span class="scripted">or drop it here</span>
      </WorkflowForm>
      {shown.file !== undefined && (
        <WorkflowResult file={shown.file} needs={shown.needs} href={href} of={MovableDrawing} />
      )}
    </>
  );
};

const resolve = async ({ used }: WorkflowFile, prefix: string): Promise<Shown> => {
  const client = createClient({ url: location.origin + prefix });
  return { needs: await resolveWorkflow(client, { body: summarizeWorkflow(used) }) };
};

/** Takes files that are dropped on the page, and a text that is too long for a field where it is pasted. */
const useFilesOf = (
  take: (file: File | undefined) => Promise<void>,
  show: (text: string) => Promise<void>,
) => {
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener('dragover', (event) => event.preventDefault(), { signal });
    document.addEventListener(
      'drop',
      (event) => {
        event.preventDefault();
        void take(event.dataTransfer?.files[0]);
      },
      { signal },
    );
    document.addEventListener(
      'paste',
      (event) => {
        const { files } = event.clipboardData ?? new DataTransfer();
        const text = event.clipboardData?.getData('text/plain') ?? '';
        const isLong = text.length > pastedMax;
        if (files.length === 0 && !isLong) return;
        event.preventDefault();
        void (isLong ? show(text) : take(files[0]));
      },
      { signal },
    );
    return () => listeners.abort();
  });
};

/** A field with more is slow. */
const pastedMax = 100_000;
