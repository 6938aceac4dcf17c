export { decodeUnicode } from './decode-unicode.ts';
export { type Fields, fieldsOf, listOf } from './fields.ts';
export type { Origin, UsedAppNode, UsedAppNodes } from './find-app-nodes.ts';
export { type Workflow, type WorkflowFault, readWorkflow, summarizeWorkflow } from './read-workflow.ts';
export { namedVersion } from './named-version.ts';
