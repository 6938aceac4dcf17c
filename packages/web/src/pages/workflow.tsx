import { resolveWorkflow } from '@patchbay/client';
import { summarizeWorkflow } from '@patchbay/contract/workflow';
import type { ComponentChildren } from 'preact';
import { Island as WorkflowIsland } from '../islands/workflow.tsx';
import { Island } from '../components/island.tsx';
import { WorkflowForm } from '../components/workflow-form.tsx';
import { WorkflowResult } from '../components/workflow-result.tsx';
import { form, page } from '../page.ts';
import { useHref } from '../visit.ts';
import { drawnByServer } from '../workflow/bounds.ts';
import { readWorkflow } from '../workflow/read-workflow.ts';

const path = '/workflow';
const title = 'What a workflow needs';

/** Shows the graph of a workflow's file and the nodes that it needs. */
export const workflowPage = page({
  path,
  audience: 'anyone',
  changesWith: 'catalogue',
  show: async () => ({
    title,
    description: 'Drop the file of a workflow to see its graph and the nodes that it needs.',
    body: (
      <Workflow>
        <Reader />
      </Workflow>
    ),
  }),
});

/** The same without scripts. It changes nothing, so it needs no token. */
export const workflowForm = form({
  path,
  isHarmless: true,
  tokens: 10,
  send: async ({ client }, fields) => {
    const typed = fields.get('workflow') ?? '';
    const file = readWorkflow(typed, drawnByServer);
    if ('fault' in file) return { status: 400, title, body: <Refused typed={typed} fault={file.fault} /> };
    const needs = await resolveWorkflow(client, { body: summarizeWorkflow(file.used) });
    return { title, body: <Answered file={file} needs={needs} /> };
  },
});

const Workflow = ({ children }: { children: ComponentChildren }) => (
  <>
    <section>
      <h1>{title}</h1>
      <p class="lead">
        Drop the file of a workflow on this page, choose it or paste it. The registry is asked for the names
        of its app-nodes and of the nodes that it names, and answers with what to install.
      </p>
    </section>
    {children}
  </>
);

const Reader = () => {
  const href = useHref();
  return <Island name="workflow" of={WorkflowIsland} props={{ prefix: href('') }} />;
};

const Refused = ({ typed, fault }: { typed: string; fault: string }) => (
  <Workflow>
    <WorkflowForm action={useHref()(path)} sent={typed} fault={fault} />
  </Workflow>
);

const Answered = (result: Omit<Parameters<typeof WorkflowResult>[0], 'href' | 'of'>) => {
  const href = useHref();
  return (
    <Workflow>
      <WorkflowResult {...result} href={href} />
      <p>
        <a href={href(path)}>Read another workflow</a>
      </p>
    </Workflow>
  );
};
