export type { Change, Effect } from './change.ts';
export { type AppNodeChanges, compareAppNodes, isBreaking } from './compare-app-nodes.ts';
export { compareMetadata } from './compare-metadata.ts';
export { compareRequirements } from './compare-requirements.ts';
export { type Input, choicesOf, isWidget, readInputs } from './app-node-inputs.ts';
