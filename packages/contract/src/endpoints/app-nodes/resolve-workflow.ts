import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { ResolvedWorkflow } from '../../resources/resolved-workflow.ts';

export const resolveWorkflow = endpoint({
  method: 'POST',
  path: '/workflows/resolve',
  tag: 'app-nodes',
  summary: 'Find the nodes and versions that the file of a workflow needs',
  auth: 'public',
  isRepeatable: true,
  rateCosts: { reads: 20 },
  bodyBytesMax: limits.workflowBytesMax,
  bodyKeysMax: limits.workflowKeysMax,
  isRawJson: true,
  body: Type.Unknown({
    description:
      'The file as the host or its tools wrote it: the graph of the editor or the prompt of the interface, also inside a request or the data of a picture, with `NaN` and `Infinity`, a byte order mark, or in UTF-16',
  }),
  reply: { status: 200, description: 'What it needs', body: ResolvedWorkflow },
  errors: [],
});
