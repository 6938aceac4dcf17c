import { canonicalVersion } from '../canonical-version.ts';

export { decodeUnicode } from './decode-unicode.ts';
export { type Fields, fieldsOf, listOf } from './fields.ts';
export type { Origin, UsedAppNode, UsedAppNodes } from './find-app-nodes.ts';
export { type Workflow, type WorkflowFault, readWorkflow, summarizeWorkflow } from './read-workflow.ts';

/** The number that a workflow's file means by a version, as hosts write them: `1.0` and `v1.0.0` mean `1.0.0`. */
export const namedVersion = (version: string): string => canonicalVersion(version, { looseVersions: true });
