import { type Node, getNode, getSession, reportNode } from '@patchbay/client';
import { limits, reportReasons } from '@patchbay/contract';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { NodeCrumbs } from '../components/node-crumbs.tsx';
import { FormRefusal } from '../forms/form-refusal.ts';
import type { FormState } from '../forms/form-state.ts';
import { formsOf } from '../forms/forms-of.ts';
import { textOf } from '../forms/text-of.ts';
import { nameOf } from '../name-of.ts';
import { type View, page } from '../page.ts';
import { reasonWords } from '../report-words.ts';
import type { Visit } from '../site.ts';

const path = '/n/:nodeId/report';

const show = async ({ client, params, query }: Visit, state?: FormState): Promise<View> => {
  // First, so that a visitor who is not signed in is sent to do so.
  await getSession(client);
  const node = await getNode(client, { nodeId: params['nodeId'] ?? '' });
  return {
    title: `Report ${nameOf(node)}`,
    body: <Report node={node} version={query.get('version') ?? ''} state={state} />,
  };
};

/** Tells the moderators what is wrong with a node, or with a version of it. */
export const reportPage = page({ path, audience: 'person', show });

export const reportForm = formsOf(path, show, {
  report: async ({ client, params: { nodeId = '' } }, fields) => {
    const reason = reportReasons.find((one) => one === fields.get('reason')) ?? 'other';
    const version = textOf(fields, 'version');
    const text = textOf(fields, 'text');
    if (text === '') throw new FormRefusal({ text: 'Say what is wrong.' });
    await reportNode(client, { nodeId, body: { reason, text, ...(version !== '' && { version }) } });
    return { redirect: '/account/reports?done=reported' };
  },
});

interface ReportProps {
  node: Node;
  version: string;
  state: FormState | undefined;
}

const Report = ({ node, version, state }: ReportProps) => (
  <section>
    <NodeCrumbs nodeId={node.id} name={nameOf(node)} />
    <h1>
      Report <bdi>{nameOf(node)}</bdi>
    </h1>
    <p class="lead">
      The moderators of this registry read it and answer in your account. Its publisher does not see who
      reports.
    </p>
    <Form name="report" state={state}>
      <Field
        name="reason"
        label="What is wrong"
        options={reportReasons.map((reason) => [reason, reasonWords[reason]] as const)}
      />
      <Field
        name="version"
        label="Version"
        hint="Empty if it is about all of them."
        value={version}
        maxLength={limits.nameCharsMax}
      />
      <Field
        name="text"
        label="What did you see"
        hint="And how others can see it: the file, the line, the steps."
        rows={6}
        isRequired
        maxLength={limits.reportCharsMax}
      />
      <div>
        <button class="main" name="do" value="report">
          Send report
        </button>
      </div>
    </Form>
  </section>
);
